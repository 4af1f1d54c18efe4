import { Button, Progress, Text } from '@mantine/core'
import { IconArrowsRight } from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorId } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { type Migration, percentOf } from './migration.ts'
import { StartMigration } from './start-migration.tsx'
import { useAmount } from './use-amount.ts'
import { useBindingName } from './use-bindings.ts'

const pollingMs = 5000

/** The migrations of files between bindings, newest first, with their progress. */
export const Migrations = () => {
  const { t } = useTranslation('storage')
  const can = useCan()
  const startDialog = useOpening()
  const nameOf = useBindingName()
  const amountOf = useAmount()
  const pages = usePages('/api/workspace/storage-migrations', { query: {} }, page => page.storageMigrations, pollingMs)
  const columns: readonly Column<Migration>[] = [
    {
      key: 'way',
      header: t('migrations.way'),
      render: ({ sourceId, targetId }) => `${nameOf(sourceId)} → ${nameOf(targetId)}`,
    },
    {
      key: 'status',
      header: t('bindings.status'),
      render: ({ status, paused }) => <StatusBadge status={paused ? 'paused' : status} />,
    },
    {
      key: 'progress',
      header: t('migrations.progress'),
      render: migration => (
        <>
          <Progress
            value={percentOf(migration)}
            aria-label={t('migrations.percent', { percent: percentOf(migration) })}
          />
          <Text size="xs">{amountOf(migration)}</Text>
        </>
      ),
    },
    { key: 'mode', header: t('migrations.mode'), render: ({ mode }) => t(`migrations.modes.${mode}`), wide: true },
    { key: 'began', header: t('migrations.began'), render: ({ createdAt }) => <Time at={createdAt} as="ago" /> },
  ]
  if (errorId(pages.error) === 'forbidden_resource') return <ReadFailure error={pages.error} retry={pages.refetch} />
  return (
    <>
      <PageHeader title={t('migrations.title')} description={t('migrations.description')}>
        {can('startStorageMigration') && (
          <Button leftSection={<IconArrowsRight size={16} />} aria-haspopup="dialog" onClick={startDialog.open}>
            {t('migrations.start')}
          </Button>
        )}
      </PageHeader>
      <RecordTable
        label={t('migrations.title')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => linkOptions({ to: '/storage/migrations/$migrationId', params: { migrationId: id } })}
        empty={<Empty title={t('migrations.empty')} text={t('migrations.emptyText')} />}
      />
      <StartMigration key={startDialog.openCount} opened={startDialog.opened} onClose={startDialog.close} />
    </>
  )
}
