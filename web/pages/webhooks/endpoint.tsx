import { Alert, Anchor, Tabs, Text } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageSkeleton } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { DeadLettersTab } from './dead-letters-tab.tsx'
import { DeliveriesTab } from './deliveries-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { PauseButton } from './pause-button.tsx'
import { PendingTab } from './pending-tab.tsx'
import { ReplaysTab } from './replays-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { TestButton } from './test-button.tsx'
import { useBacklog } from './use-backlog.ts'
import { readWebhook, type Webhook } from './webhook.ts'

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

const Paused = ({ webhookId }: { webhookId: string }) => {
  const { t, i18n } = useTranslation('webhooks')
  const { data } = useBacklog(webhookId)
  if (!data) return null
  const waiting = data.pending + data.replayRemaining
  const count = `${waiting.toLocaleString(i18n.language)}${data.pendingIsCapped ? '+' : ''}`
  return (
    <Alert variant="outline" color="yellow" icon={<IconPlayerPause />} mb="md" title={t('paused.title')} role="status">
      {t('paused.text', { count: waiting, shown: count })}
    </Alert>
  )
}

const Endpoint = ({ webhook, asked }: { webhook: Webhook; asked: string | undefined }) => {
  const { t } = useTranslation('webhooks')
  const can = useCan()
  const navigate = route.useNavigate()
  const { id, name, target, status } = readWebhook(webhook)
  const shown = Object.entries(tabs).filter(([name]) => name !== 'settings' || can('updateWebhook'))
  const tab = shown.some(([name]) => name === asked) ? asked : 'overview'
  return (
    <>
      <PageHeader
        title={name}
        description={
          <Text span ff="monospace" size="sm" className="digest">
            {target}
          </Text>
        }
        beside={<StatusBadge status={status} />}
        back={
          <Anchor component={Link} to="/webhooks" size="sm">
            {t('list.title')}
          </Anchor>
        }
      >
        <PauseButton webhook={webhook} />
        <TestButton webhook={webhook} />
      </PageHeader>
      {status === 'paused' && <Paused webhookId={id} />}
      <Tabs
        value={tab ?? null}
        onChange={value => isTab(value) && navigate({ search: value === 'overview' ? {} : { tab: value } })}
        keepMounted={false}
      >
        <Tabs.List aria-label={name} mb="md">
          {shown.map(([name]) => (
            <Tabs.Tab key={name} value={name}>
              {isTab(name) && t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(([name, Content]) => (
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
  const { data, error, isPending, refetch } = api.useQuery('get', '/api/workspace/webhooks/{webhookId}', {
    params: { path: { webhookId } },
  })
  if (isPending) return <PageSkeleton />
  if (error) return <ReadFailure error={error} retry={refetch} />
  return <Endpoint key={webhookId} webhook={data} asked={tab} />
}
