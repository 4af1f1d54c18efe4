import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Failure, Migration } from './migration.ts'

const path = '/api/workspace/storage-migrations/{migrationId}/failures'

/** The files that could not be copied. Each blocks the migration until an administrator accepts that it stays behind. */
export const MigrationFailures = ({ migration }: { migration: Migration }) => {
  const { id: migrationId } = migration
  const { t } = useTranslation('storage')
  const can = useCan()
  const refresh = useRefresh()
  const [failure, setFailure] = useState<Failure>()
  const pages = usePages(path, { path: { migrationId }, query: {} }, page => page.failures)
  const accept = async (reason: string, header: IfMatch) => {
    if (!failure) return
    const params = { path: { migrationId, artifactId: failure.artifactId }, header }
    await unwrap(client.POST(`${path}/{artifactId}/accept`, { params, body: { reason } }))
    await refresh()
  }
  const columns: readonly Column<Failure>[] = [
    {
      key: 'file',
      header: t('migrations.file'),
      render: ({ claimId, originalFilename, artifactId }) =>
        claimId ? <RecordLink id={claimId}>{originalFilename ?? artifactId}</RecordLink> : artifactId,
    },
    {
      key: 'why',
      header: t('migrations.why'),
      render: ({ code }) =>
        code === 'failing' || code === 'not_validated'
          ? t(`migrations.codes.${code}`)
          : t(`migrations.reasons.${code}`),
      wide: true,
    },
    {
      key: 'accept',
      header: t('migrations.accepted'),
      render: failure =>
        failure.acceptedAt
          ? failure.reason
          : can('acceptStorageMigrationFailure') && (
              <Button size="compact-xs" variant="default" aria-haspopup="dialog" onClick={() => setFailure(failure)}>
                {t('migrations.accept')}
              </Button>
            ),
    },
  ]
  return (
    <Section title={t('migrations.failures')}>
      <RecordTable
        label={t('migrations.failures')}
        pages={pages}
        columns={columns}
        rowKey={({ artifactId }) => artifactId}
        empty={<Empty title={t('migrations.noFailures')} />}
      />
      <ActionDialog
        operation="acceptStorageMigrationFailure"
        opened={failure !== undefined}
        onClose={() => setFailure(undefined)}
        title={t('migrations.accept')}
        about={failure?.artifactId}
        text={t('migrations.acceptText')}
        submit={t('migrations.accept')}
        danger
        record={migration}
        onSubmit={accept}
      />
    </Section>
  )
}
