import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { ColorBadge } from '#web/ui/color-badge.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Section } from '#web/ui/section.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { Time } from '#web/ui/time.tsx'

type License = Schemas['License']
type Capability = keyof License['entitlements']

const colors = {
  community: 'teal',
  valid: 'teal',
  expiring: 'yellow',
  grace: 'yellow',
  expired: 'red',
  invalid: 'red',
  not_yet_valid: 'blue',
} as const satisfies Record<License['state'], string>

const dateFields = ['since', 'from', 'until', 'graceUntil'] as const

const CurrentLicense = ({ license }: { license: License }) => {
  const { t } = useTranslation('license')
  const { state, plan, holder, id, bound, installId } = license
  return (
    <Section title={t('now')}>
      <FactList
        entries={[
          [
            t('fields.state'),
            <ColorBadge key="state" color={colors[state]}>
              {t(`state.${state}`)}
            </ColorBadge>,
          ],
          [t('fields.plan'), plan],
          [t('fields.holder'), holder],
          ...dateFields.map(
            name => [t(`fields.${name}`), license[name] && <Time key={name} at={license[name]} />] as const,
          ),
          [t(state === 'community' ? 'next.expires' : 'next.title'), t(`next.${state}`)],
        ]}
        details={[
          [t('fields.id'), id && bound ? t('boundToThis', { id }) : id],
          [t('fields.installId'), installId && <Copyable key="install" value={installId} />],
        ]}
      />
    </Section>
  )
}

const Entitlements = ({ entitlements }: Pick<License, 'entitlements'>) => {
  const { t } = useTranslation('license')
  const describe = ({ allowed, limit }: License['entitlements'][Capability]): string => {
    if (!allowed) return t('notAllowed')
    return limit === null ? t('allowed') : t('upTo', { count: limit })
  }
  const names = Object.keys(entitlements) as Capability[]
  return (
    <Section title={t('allows')}>
      <Stack gap="sm">
        <FactList entries={names.map(name => [t(`capability.${name}`), describe(entitlements[name])])} />
        <Text size="sm" c="dimmed">
          {t('always')}
        </Text>
      </Stack>
    </Section>
  )
}

const Problem = ({ problem }: { problem: NonNullable<License['problem']> }) => {
  const { t } = useTranslation('license')
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('problem.title')}>
      {t('problem.text')} {t(`problem.${problem}`)}
    </Alert>
  )
}

/** The license of the install, for administrators and auditors. Only the operator can change it. */
export const LicensePage = () => {
  const { t } = useTranslation('license')
  const { data, error, refetch } = api.useQuery('get', '/api/workspace/license')
  if (error && !data) return <ReadFailure error={error} retry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Stack>
        {data.problem && <Problem problem={data.problem} />}
        <CurrentLicense license={data} />
        <Entitlements entitlements={data.entitlements} />
      </Stack>
    </>
  )
}
