import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { ifMatch, type Versioned } from '#web/api/version.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Section } from '#web/ui/section.tsx'
import { Time } from '#web/ui/time.tsx'

type Domain = Schemas['SignOnDomain']

const DomainState = ({ domain, settings }: { domain: Domain; settings: Versioned }) => {
  const { t } = useTranslation('access')
  const can = useCan()
  const refresh = useRefresh()
  const check = useMutation({
    mutationFn: () => {
      const params = { header: ifMatch(settings) }
      const body = { domain: domain.domain }
      return unwrap(client.POST('/api/workspace/identity-provider/domains/check', { params, body }))
    },
    onSettled: refresh,
  })
  return (
    <Stack gap="xs">
      <Text fw={600}>
        {domain.domain}: {t(`signOn.domainState.${domain.state}`)}
      </Text>
      {domain.state === 'unproved' && <Text size="sm">{t('signOn.proveText')}</Text>}
      {domain.state !== 'named' && (
        <FactList
          entries={[
            [t('signOn.recordName'), <Copyable key="name" value={domain.recordName} />],
            [t('signOn.recordValue'), <Copyable key="value" value={domain.recordValue} />],
            [t('signOn.checkedAt'), domain.checkedAt && <Time key="checked" at={domain.checkedAt} as="ago" />],
            [t('signOn.missing'), domain.missingSince && <Time key="missing" at={domain.missingSince} />],
          ]}
        />
      )}
      <ErrorNote error={check.error} />
      {check.isSuccess && domain.state === 'unproved' && <Alert role="status">{t('signOn.notFound')}</Alert>}
      {domain.state !== 'named' && can('checkSignOnDomain') && (
        <Group>
          <Button
            variant="default"
            loading={check.isPending}
            aria-label={`${t('signOn.check')}: ${domain.domain}`}
            onClick={() => check.mutate()}
          >
            {t('signOn.check')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface Props {
  readonly domains: readonly Domain[]
  /** The identity provider's settings, with their version. */
  readonly settings: Versioned
}

/** The domains that the workspace claims, each with the DNS record that proves it. */
export const SignOnDomains = ({ domains, settings }: Props) => {
  const { t } = useTranslation('access')
  if (domains.length === 0) return null
  return (
    <Section title={t('signOn.domains')}>
      <Stack gap="lg">
        {domains.map(domain => (
          <DomainState key={domain.domain} domain={domain} settings={settings} />
        ))}
      </Stack>
    </Section>
  )
}
