import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type LinkProps, linkOptions } from '@tanstack/react-router'
import { Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useJobWords } from '#web/pages/trails/job-words.tsx'
import { usePlaceName } from '#web/pages/trails/ledger-places.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { Time } from '#web/ui/time.tsx'

interface Problem {
  readonly key: string
  readonly text: string
  readonly link: LinkProps
  readonly since?: string
}

const useWebhookProblems = (webhooks: Schemas['WebhooksOverview']): Problem[] => {
  const { t } = useTranslation('home')
  const { failingEndpoints, failing, secretsOverdue } = webhooks
  const link = linkOptions({ to: '/webhooks' })
  const remaining = failing - failingEndpoints.length
  return [
    ...failingEndpoints.map(({ id, name, host, failingSince }) => ({
      key: id,
      text: t('operate.failing', { name: name || host }),
      link: linkOptions({ to: '/webhooks/$webhookId', params: { webhookId: id } }),
      since: failingSince,
    })),
    ...(remaining > 0 ? [{ key: 'failing', text: t('operate.moreFailing', { count: remaining }), link }] : []),
    ...(secretsOverdue > 0 ? [{ key: 'secrets', text: t('operate.secrets', { count: secretsOverdue }), link }] : []),
  ]
}

const severities = ['critical', 'high'] as const

const useSystemProblems = (overview: Schemas['OperationsOverview']): Problem[] => {
  const { t } = useTranslation('home')
  const placeName = usePlaceName()
  const jobWordsOf = useJobWords()
  const { jobs, bindings, places, securityEvents } = overview
  const { countedUpTo, since } = securityEvents
  return [
    ...jobs.map(({ name, failures, stuck }) => ({
      key: name,
      text: t(stuck ? 'operate.stuck' : 'operate.failed', {
        name: jobWordsOf({ name, description: name }).name,
        count: failures,
      }),
      link: linkOptions({ to: '/trails/jobs/$name', params: { name } }),
    })),
    ...bindings.map(({ id, name, since }) => ({
      key: id,
      text: t('operate.deviation', { name }),
      link: linkOptions({ to: '/storage/bindings/$bindingId', params: { bindingId: id } }),
      since,
    })),
    ...places.map(({ place, since }) => ({
      key: place,
      text: t('operate.unpublished', { place: placeName(place) }),
      link: linkOptions({ to: '/trails/ledger' }),
      since,
    })),
    ...severities.flatMap(severity => {
      const count = securityEvents[severity]
      if (count === 0) return []
      const countText = count >= countedUpTo ? `${count}+` : String(count)
      const link = linkOptions({ to: '/trails/security-events', search: { severity, since } })
      return [{ key: severity, text: t(`operate.${severity}`, { count, n: countText }), link }]
    }),
  ]
}

interface Overviews {
  readonly webhooks: Schemas['WebhooksOverview']
  readonly operations: Schemas['OperationsOverview']
}

const Problems = ({ webhooks, operations }: Overviews) => {
  const { t } = useTranslation('home')
  const id = useId()
  const problems = [...useWebhookProblems(webhooks), ...useSystemProblems(operations)]
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {t('operate.title')}
      </Title>
      <Stack gap={6}>
        {problems.map(({ key, text, link, since }) => (
          <Group key={key} gap="xs" wrap="nowrap" align="baseline">
            <Text span c="var(--mantine-color-error)" lh={1}>
              <IconAlertTriangle size={14} aria-hidden />
            </Text>
            <AnchorLink {...link} size="sm" flex={1}>
              {text}
            </AnchorLink>
            {since && <Time at={since} as="ago" size="xs" c="dimmed" />}
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}

const hasProblem = ({ webhooks, operations }: Overviews): boolean =>
  webhooks.failing + webhooks.failingEndpoints.length + webhooks.secretsOverdue > 0 ||
  operations.jobs.length + operations.bindings.length + operations.places.length > 0 ||
  severities.some(severity => operations.securityEvents[severity] > 0)

/** Lists operational problems. If none exist, renders nothing and does not load the names of jobs. */
export const Operate = () => {
  const webhooks = api.useQuery('get', '/api/workspace/overview/webhooks')
  const operations = api.useQuery('get', '/api/workspace/overview/operations')
  const failed = [webhooks, operations].find(({ error, data }) => error && !data)
  if (failed) return <ErrorNote error={failed.error} retry={() => void failed.refetch()} />
  if (!webhooks.data || !operations.data) return null
  const overviews = { webhooks: webhooks.data, operations: operations.data }
  if (!hasProblem(overviews)) return null
  return (
    <Suspense fallback={null}>
      <Problems {...overviews} />
    </Suspense>
  )
}
