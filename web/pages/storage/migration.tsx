import { Alert, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { useFormatBytes } from '#web/ui/bytes.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { useFormat } from '#web/ui/display.ts'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RecentAudit } from '#web/ui/recent-audit.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { isUnderWay, type Migration, percentOf } from './migration.ts'
import { MigrationActions } from './migration-actions.tsx'
import { MigrationFailures } from './migration-failures.tsx'
import { useAmount } from './use-amount.ts'
import { useBindingName } from './use-bindings.ts'

const route = getRouteApi('/app/storage/migrations/$migrationId')

const pollingMs = 2000

/** Explains why a migration is blocked or failed, and what to do. */
const Obstacle = ({ migration }: { migration: Migration }) => {
  const { t } = useTranslation('storage')
  const { code, waitsFor, status } = migration
  if (status === 'failed' && code)
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle />} title={t('migrations.failed')}>
        {code === 'failing' || code === 'not_validated' ? t(`migrations.codes.${code}`) : t(`probes.codes.${code}`)}{' '}
        {t('migrations.failedText')}
      </Alert>
    )
  return waitsFor && isUnderWay(migration) ? <Text size="sm">{t(`migrations.waits.${waitsFor}`)}</Text> : null
}

const MigrationProgress = ({ migration }: { migration: Migration }) => {
  const { t } = useTranslation('storage')
  const { number } = useFormat()
  const { t: locks } = useTranslation('locks')
  const formatBytes = useFormatBytes()
  const { items, bytes, rate } = migration
  const amountOf = useAmount()
  const percent = percentOf(migration)
  const files = (count: number, size: number) =>
    `${t('migrations.files', { count, formatted: number(count) })} · ${formatBytes(size)}`
  const perSecond = (value: number) => t('migrations.perSecond', { bytes: formatBytes(value) })
  return (
    <Section title={t('migrations.progress')}>
      <Stack gap="sm">
        <div>
          <Progress value={percent} aria-label={t('migrations.percent', { percent })} />
          <Text size="sm" mt={4}>
            {amountOf(migration)}
          </Text>
        </div>
        <Obstacle migration={migration} />
        <FactList
          entries={[
            [t('migrations.copied'), files(items.copied, bytes.copied)],
            [t('migrations.left'), files(items.left, bytes.left)],
            [t('migrations.removed'), items.removed > 0 && files(items.removed, bytes.removed)],
            [
              locks('kept'),
              migration.keptUntil && (
                <>
                  {locks('keptText', { files: files(items.kept, bytes.kept) })} <Time at={migration.keptUntil} />
                </>
              ),
            ],
            [t('migrations.failedFiles'), items.failed > 0 && number(items.failed)],
            [t('migrations.acceptedFiles'), items.accepted > 0 && number(items.accepted)],
            [t('migrations.measured'), rate.measured !== null && perSecond(rate.measured)],
            [t('migrations.rate'), perSecond(rate.bytesPerSecond)],
            [t('migrations.eta'), migration.etaAt && <Time at={migration.etaAt} />],
            [t('migrations.deleteAfter'), migration.deleteAfter && <Time at={migration.deleteAfter} />],
          ]}
        />
      </Stack>
    </Section>
  )
}

export const MigrationPage = () => {
  const { t } = useTranslation('storage')
  const { t: common } = useTranslation()
  const can = useCan()
  const { migrationId } = route.useParams()
  const nameOf = useBindingName()
  const params = { path: { migrationId } }
  const query = api.useQuery(
    'get',
    '/api/workspace/storage-migrations/{migrationId}',
    { params },
    { refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : pollingMs) },
  )
  const migration = query.data
  if (query.error && !query.data) return <ReadFailure error={query.error} retry={() => void query.refetch()} />
  if (!migration) return <Lines />
  const { sourceId, targetId, status, paused, mode } = migration
  const link = (id: string) => (
    <AnchorLink to="/storage/bindings/$bindingId" params={{ bindingId: id }} fz="sm">
      {nameOf(id)}
    </AnchorLink>
  )
  return (
    <>
      <PageHeader
        title={`${nameOf(sourceId)} → ${nameOf(targetId)}`}
        description={t(paused ? 'migrations.means.paused' : `migrations.means.${status}`)}
        titleExtra={<StatusBadge status={paused ? 'paused' : status} />}
        back={
          <AnchorLink to="/storage/migrations" fz="sm">
            {t('migrations.title')}
          </AnchorLink>
        }
      >
        <MigrationActions migration={migration} />
      </PageHeader>
      <Stack>
        <MigrationProgress migration={migration} />
        {migration.items.failed + migration.items.accepted > 0 && <MigrationFailures migration={migration} />}
        <Section title={t('binding.facts')}>
          <FactList
            entries={[
              [t('migrations.source'), link(sourceId)],
              [t('migrations.target'), link(targetId)],
              [t('migrations.mode'), t(`migrations.modes.${mode}`)],
              [t('migrations.began'), <Time key="began" at={migration.createdAt} />],
            ]}
            details={[[common('record.id'), <Copyable key="id" value={migration.id} />]]}
          />
        </Section>
        {status === 'holding' && (
          <Alert color="blue" icon={<IconInfoCircle />} title={t('migrations.back')}>
            {t('migrations.backText')} {link(sourceId)}
          </Alert>
        )}
        {can('listAuditEvents') && <RecentAudit filter={{ resourceId: migrationId }} />}
      </Stack>
    </>
  )
}
