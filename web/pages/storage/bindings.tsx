import { Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
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
import { AddBinding } from './add-binding.tsx'
import { type Binding, locationOf } from './binding.ts'

const LastProbes = ({ run }: { run: Binding['lastProbes'] }) => {
  const { t } = useTranslation('storage')
  if (!run) return t('bindings.notProbed')
  return (
    <Group gap={6}>
      <StatusBadge status={run.passed ? 'passed' : 'failed'} />
      <Time at={run.createdAt} as="ago" />
    </Group>
  )
}

/** The storage bindings of the workspace. The binding that takes new files comes first. */
export const Bindings = () => {
  const { t } = useTranslation('storage')
  const can = useCan()
  const addDialog = useOpening()
  const pages = usePages('/api/workspace/storage-bindings', { query: {} }, page =>
    page.storageBindings.toSorted((a, b) => Number(b.status === 'active') - Number(a.status === 'active')),
  )
  const columns: readonly Column<Binding>[] = [
    { key: 'name', header: t('bindings.name'), render: ({ name }) => name },
    {
      key: 'status',
      header: t('bindings.status'),
      render: ({ status }) => (
        <Group gap={6}>
          <StatusBadge status={status} />
          {status === 'active' && (
            <Text span size="xs" c="dimmed">
              {t('bindings.takesFiles')}
            </Text>
          )}
        </Group>
      ),
    },
    {
      key: 'place',
      header: t('bindings.place'),
      render: binding => <span className="digest">{locationOf(binding) ?? t('bindings.folder')}</span>,
      wide: true,
    },
    {
      key: 'probes',
      header: t('bindings.probes'),
      render: ({ lastProbes }) => <LastProbes run={lastProbes} />,
      wide: true,
    },
  ]
  if (errorId(pages.error) === 'forbidden_resource') return <ReadFailure error={pages.error} retry={pages.refetch} />
  return (
    <>
      <PageHeader title={t('bindings.title')} description={t('bindings.description')}>
        {can('createStorageBinding') && (
          <Button leftSection={<IconPlus size={16} />} aria-haspopup="dialog" onClick={addDialog.open}>
            {t('bindings.add')}
          </Button>
        )}
      </PageHeader>
      <RecordTable
        label={t('bindings.title')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => linkOptions({ to: '/storage/bindings/$bindingId', params: { bindingId: id } })}
        empty={<Empty title={t('bindings.empty')} text={t('bindings.emptyText')} />}
      />
      <AddBinding key={addDialog.openCount} opened={addDialog.opened} onClose={addDialog.close} />
    </>
  )
}
