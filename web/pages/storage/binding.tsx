import { Alert, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RecentAudit } from '#web/ui/recent-audit.tsx'
import { Section } from '#web/ui/section.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Binding } from './binding.ts'
import { BindingActions, SettingsActions } from './binding-actions.tsx'
import { Deviations } from './deviations.tsx'
import { ProbeRuns } from './probe-runs.tsx'
import { LastProbes } from './probes.tsx'
import { useRetentionMode } from './retention-field.tsx'

const route = getRouteApi('/app/storage/bindings/$bindingId')

const Settings = ({ binding }: { binding: Binding }) => {
  const { t } = useTranslation('storage')
  const { t: common } = useTranslation()
  const { t: locks } = useTranslation('locks')
  const retention = useRetentionMode()
  const { kind, pathStyle, credential, lockedUntil } = binding
  const isBucket = kind === 's3'
  return (
    <Section title={t('binding.facts')} actions={<SettingsActions binding={binding} />}>
      <FactList
        entries={[
          [t('binding.kind'), t(`bindings.${kind}`)],
          [t('binding.host'), binding.endpointHost],
          [t('binding.region'), binding.region],
          [t('binding.bucket'), binding.bucket],
          [t('binding.prefix'), binding.prefix],
          [t('binding.addressing'), isBucket && t(pathStyle ? 'binding.pathStyle' : 'binding.hostStyle')],
          [t('binding.encryption'), t(`binding.${binding.encryption}`)],
          [locks('retention'), isBucket && retention(binding.retention)],
          [locks('lockedUntil'), lockedUntil && <Time key="locked" at={lockedUntil} />],
          [
            t('binding.credential'),
            credential && (
              <>
                {t('binding.credentialValue', { hint: credential.hint })} <Time at={credential.replacedAt} />
              </>
            ),
          ],
          [t('binding.validatedAt'), isBucket && <Time at={binding.validatedAt} />],
          [t('binding.activatedAt'), <Time key="activated" at={binding.activatedAt} />],
          [t('binding.createdAt'), <Time key="created" at={binding.createdAt} />],
        ]}
        details={[[common('record.id'), <Copyable key="id" value={binding.id} />]]}
      />
    </Section>
  )
}

export const BindingPage = () => {
  const { t } = useTranslation('storage')
  const { t: locks } = useTranslation('locks')
  const can = useCan()
  const { bindingId } = route.useParams()
  const params = { path: { bindingId } }
  const query = api.useQuery('get', '/api/workspace/storage-bindings/{bindingId}', { params })
  const binding = query.data
  if (query.error && !query.data) return <ReadFailure error={query.error} retry={() => void query.refetch()} />
  if (!binding) return <Lines />
  return (
    <>
      <PageHeader
        title={binding.name}
        description={t(`binding.means.${binding.status}`)}
        titleExtra={<StatusBadge status={binding.status} />}
        back={
          <AnchorLink to="/storage" fz="sm">
            {t('bindings.title')}
          </AnchorLink>
        }
      >
        <BindingActions binding={binding} />
      </PageHeader>
      <Stack>
        <Deviations bindingId={bindingId} />
        {binding.locksPending && (
          <Alert color="yellow" icon={<IconInfoCircle />} title={locks('pending')}>
            {locks('pendingText')}
          </Alert>
        )}
        <Settings binding={binding} />
        <Section title={t('probes.title')}>
          <Text size="sm" c="dimmed" mb="xs">
            {t('probes.description')}
          </Text>
          <LastProbes run={binding.lastProbes} />
        </Section>
        <ProbeRuns bindingId={bindingId} lastRunId={binding.lastProbes?.id} />
        {can('listAuditEvents') && <RecentAudit filter={{ resourceId: bindingId }} />}
      </Stack>
    </>
  )
}
