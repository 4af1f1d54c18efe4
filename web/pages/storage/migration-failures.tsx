import { useTranslation } from 'react-i18next'
import { Act } from '#web/ui/act.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Failure, Migration } from './migration.ts'

const path = '/api/workspace/storage-migrations/{migrationId}/failures'

/**
 * The files that could not be copied. Each blocks the migration until an administrator accepts that it stays behind.
 */
export const MigrationFailures = ({ migration }: { migration: Migration }) => {
  const { id: migrationId } = migration
  const { t } = useTranslation('storage')
  const pages = usePages(path, { path: { migrationId }, query: {} }, page => page.failures)
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
        failure.acceptedAt ? (
          failure.reason
        ) : (
          <Act
            operation="acceptStorageMigrationFailure"
            record={migration}
            path={{ migrationId, artifactId: failure.artifactId }}
            label={t('migrations.accept')}
            text={t('migrations.acceptText')}
            size="compact-xs"
            danger
          />
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
    </Section>
  )
}
