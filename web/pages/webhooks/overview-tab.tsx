import { Anchor, Code, Grid, List, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { useFormat } from '#web/ui/display.ts'
import { FactList } from '#web/ui/facts.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { useBacklog } from './use-backlog.ts'
import { WaitReason } from './wait-reason.tsx'
import { readWebhook, type Webhook } from './webhook.ts'
import { WebhookOwner } from './webhook-owner.tsx'

const Backlog = ({ webhookId }: { webhookId: string }) => {
  const { t } = useTranslation('webhooks')
  const { number } = useFormat()
  const { data, error, isPending, refetch } = useBacklog(webhookId)
  if (isPending) return <Lines count={3} />
  if (!data) return <ErrorNote error={error} retry={refetch} />
  return (
    <Stack gap="sm">
      <WaitReason explanation={data} />
      <FactList
        entries={[
          [t('backlog.pending'), data.pending > 0 && `${number(data.pending)}${data.pendingIsCapped ? '+' : ''}`],
          [t('backlog.replays'), data.replayRemaining > 0 ? number(data.replayRemaining) : undefined],
          [
            t('backlog.rate'),
            data.ratePerSecond > 0 ? t('backlog.perSecond', { rate: number(data.ratePerSecond) }) : undefined,
          ],
          [t('backlog.next'), data.nextAttemptAt && <Time at={data.nextAttemptAt} />],
          [t('backlog.failing'), data.failingSince && <Time at={data.failingSince} />],
        ]}
      />
      {data.pending > 0 && (
        <Anchor
          size="sm"
          renderRoot={props => (
            <Link {...props} to="/webhooks/$webhookId" params={{ webhookId }} search={{ tab: 'pending' }} />
          )}
        >
          {t('backlog.show')}
        </Anchor>
      )}
    </Stack>
  )
}

const Posture = ({ webhookId }: { webhookId: string }) => {
  const { t } = useTranslation('webhooks')
  const { data, error, isPending, refetch } = api.useQuery(
    'get',
    '/api/workspace/webhooks/{webhookId}/secret-posture',
    { params: { path: { webhookId } } },
  )
  if (isPending) return <Lines count={4} />
  if (!data) return <ErrorNote error={error} retry={refetch} />
  const { rotationIntervalDays: days } = data
  return (
    <FactList
      entries={[
        [t('posture.posture'), <StatusBadge key="posture" status={data.posture} />],
        [t('posture.storage'), t(`posture.${data.storage}`)],
        [t('posture.shown'), <Time key="shown" at={data.revealedAt} />],
        [t('posture.rotated'), <Time key="rotated" at={data.lastRotatedAt} />],
        [t('posture.interval'), days === null ? t('posture.noInterval') : t('posture.everyDays', { count: days })],
        [t('posture.due'), data.nextRotationDueAt && <Time at={data.nextRotationDueAt} as="date" />],
        [t('posture.verified'), <Time key="verified" at={data.lastVerifiedAt} />],
      ]}
    />
  )
}

/** The overview of a webhook: its settings, events, secret, and waiting deliveries with the reason. */
export const OverviewTab = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const { id, events, form, createdAt } = readWebhook(webhook)
  const cards = [
    ['backlog.title', <Backlog key="backlog" webhookId={id} />],
    [
      'facts.title',
      <FactList
        key="facts"
        entries={[
          [t('facts.form'), t(`settings.${form}`)],
          [t('facts.created'), <Time key="created" at={createdAt} />],
          [t('facts.madeBy'), <WebhookOwner key="made" webhook={webhook} />],
        ]}
        details={[[common('record.id'), <Copyable key="id" value={id} />]]}
      />,
    ],
    ['posture.title', <Posture key="posture" webhookId={id} />],
    [
      'facts.events',
      events.includes('*') ? (
        <Text key="all">{t('form.everything')}</Text>
      ) : (
        <List key="events" size="sm" spacing={6} listStyleType="none">
          {events.map(type => (
            <List.Item key={type}>
              <Code>{type}</Code>
            </List.Item>
          ))}
        </List>
      ),
    ],
  ] as const
  return (
    <Grid>
      {cards.map(([title, content]) => (
        <Grid.Col key={title} span={{ base: 12, md: 6 }} miw={0}>
          <Paper withBorder p="md" h="100%">
            <Title order={2} mb="sm">
              {t(title)}
            </Title>
            {content}
          </Paper>
        </Grid.Col>
      ))}
    </Grid>
  )
}
