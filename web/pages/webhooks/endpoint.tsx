import { Alert, Tabs, Text } from '@mantine/core'
import { IconLock, IconPlayerPause } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { useFormat } from '#web/ui/display.ts'
import { ReadFailure } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { DeadLettersTab } from './dead-letters-tab.tsx'
import { DeliverNowButton } from './deliver-now-button.tsx'
import { DeliveriesTab } from './deliveries-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { PauseButton } from './pause-button.tsx'
import { PendingTab } from './pending-tab.tsx'
import { ReplaysTab } from './replays-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { TestButton } from './test-button.tsx'
import { useBacklog } from './use-backlog.ts'
import { readWebhook, requireVersion, stateOf, type Webhook, type WebhookWithVersion } from './webhook.ts'
import { WebhookOwner } from './webhook-owner.tsx'

const route = getRouteApi('/app/webhooks/$webhookId')

const tabs = {
  overview: OverviewTab,
  deliveries: DeliveriesTab,
  pending: PendingTab,
  dead: DeadLettersTab,
  replays: ReplaysTab,
  settings: SettingsTab,
} as const

type TabName = keyof typeof tabs

const isTab = (text: string | null | undefined): text is TabName =>
  typeof text === 'string' && Object.hasOwn(tabs, text)

/** Explains why nothing is sent, and shows the number of waiting deliveries. */
const Halted = ({ webhook, state }: { webhook: Webhook; state: 'paused' | 'stopped' }) => {
  const { t } = useTranslation('webhooks')
  const { number } = useFormat()
  const { data } = useBacklog(webhook.id)
  if (!data) return null
  const waiting = data.pending + data.replayRemaining
  const count = `${number(waiting)}${data.pendingIsCapped ? '+' : ''}`
  const icon = state === 'paused' ? <IconPlayerPause /> : <IconLock />
  return (
    <Alert color="yellow" icon={icon} mb="md" title={t(`${state}.title`)} role="status">
      {t(`${state}.text`, { count: waiting, shown: count })} {state === 'stopped' && <WebhookOwner webhook={webhook} />}
    </Alert>
  )
}

/** Lists the events that the webhook subscribes to but does not receive. */
const WithheldEvents = ({ types }: { types: readonly string[] }) => {
  const { t } = useTranslation('webhooks')
  return (
    <Alert color="yellow" icon={<IconLock />} mb="md" title={t('withheld.title')} role="status">
      <Text inherit>{t('withheld.text')}</Text>
      <code>{types.join(', ')}</code>
    </Alert>
  )
}

const Endpoint = ({ webhook, requestedTab }: { webhook: WebhookWithVersion; requestedTab: string | undefined }) => {
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const navigate = route.useNavigate()
  const { data: backlog } = useBacklog(webhook.id)
  const endpoint = readWebhook(webhook)
  const { name, target, withheldEvents } = endpoint
  const state = stateOf(endpoint, backlog?.failingSince)
  const visibleTabs = Object.entries(tabs).filter(([name]) => name !== 'settings' || can('updateWebhook'))
  const tab = visibleTabs.some(([name]) => name === requestedTab) ? requestedTab : 'overview'
  return (
    <>
      <PageHeader
        title={name}
        description={
          <Text span ff="monospace" size="sm" className="digest">
            {target}
          </Text>
        }
        titleExtra={<StatusBadge status={state} />}
        back={
          <AnchorLink to="/webhooks" size="sm">
            {t('list.title')}
          </AnchorLink>
        }
      >
        <DeliverNowButton webhook={webhook} />
        <PauseButton webhook={webhook} />
        <TestButton webhook={webhook} />
      </PageHeader>
      {(state === 'paused' || state === 'stopped') && <Halted webhook={webhook} state={state} />}
      {withheldEvents.length > 0 && <WithheldEvents types={withheldEvents} />}
      <Tabs
        value={tab ?? null}
        onChange={value => isTab(value) && navigate({ search: value === 'overview' ? {} : { tab: value } })}
        keepMounted={false}
      >
        <Tabs.List aria-label={name} mb="md">
          {visibleTabs.map(([name]) => (
            <Tabs.Tab key={name} value={name}>
              {isTab(name) && t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {visibleTabs.map(([name, Content]) => (
          <Tabs.Panel key={name} value={name}>
            <Content webhook={webhook} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

export const EndpointPage = () => {
  const { webhookId } = route.useParams()
  const { tab } = route.useSearch()
  const params = { path: { webhookId } }
  const { data, error, isPending, refetch } = api.useQuery(
    'get',
    '/api/workspace/webhooks/{webhookId}',
    { params },
    { select: requireVersion },
  )
  if (isPending) return <PageSkeleton />
  if (error && !data) return <ReadFailure error={error} retry={refetch} />
  return <Endpoint key={webhookId} webhook={data} requestedTab={tab} />
}
