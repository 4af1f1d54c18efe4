import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type LinkProps, linkOptions } from '@tanstack/react-router'
import { useId } from 'react'
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

const useWebhookProblems = (webhooks: Schemas['WebhooksOverview'] | undefined): Problem[] => {
  const { t } = useTranslation('home')
  if (!webhooks) return []
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

const useSystemProblems = (overview: Schemas['OperationsOverview'] | undefined): Problem[] => {
  const { t } = useTranslation('home')
  const placeName = usePlaceName()
  const wordsOf = useJobWords()
  if (!overview) return []
  const { jobs, bindings, places, securityEvents } = overview
  const { countedUpTo, since } = securityEvents
  return [
    ...jobs.map(({ name, failures, stuck }) => ({
      key: name,
      text: t(stuck ? 'operate.stuck' : 'operate.failed', {
        name: wordsOf({ name, description: name }).name,
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
      const n = count >= countedUpTo ? `${count}+` : String(count)
      const link = linkOptions({ to: '/trails/security-events', search: { severity, since } })
      return [{ key: severity, text: t(`operate.${severity}`, { count, n }), link }]
    }),
  ]
}

/** The problems of operation. Shows nothing while there is no problem. */
export const Operate = () => {
  const { t } = useTranslation('home')
  const id = useId()
  const webhooks = api.useQuery('get', '/api/workspace/overview/webhooks')
  const operations = api.useQuery('get', '/api/workspace/overview/operations')
  const problems = [...useWebhookProblems(webhooks.data), ...useSystemProblems(operations.data)]
  const failed = [webhooks, operations].find(({ error, data }) => error && !data)
  if (failed) return <ErrorNote error={failed.error} retry={() => void failed.refetch()} />
  if (problems.length === 0) return null
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
