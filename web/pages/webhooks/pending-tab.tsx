import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { Time } from '#web/ui/time.tsx'
import { useBacklog } from './use-backlog.ts'
import { WaitReason } from './wait-reason.tsx'
import type { Webhook } from './webhook.ts'

type Pending = Schemas['PendingWebhookDelivery']

const path = '/api/workspace/webhooks/{webhookId}/pending'
const pollingMs = 3000

/** The waiting deliveries in order, each with the reason for waiting. */
export const PendingTab = ({ webhook: { id: webhookId } }: { webhook: Webhook }) => {
  const { t } = useTranslation('webhooks')
  const { data: backlog } = useBacklog(webhookId)
  const pages = usePages(path, { path: { webhookId } }, page => page.pending, pollingMs)
  const columns: readonly Column<Pending>[] = [
    { key: 'event', header: t('delivery.event'), render: ({ eventType, eventId }) => eventType ?? eventId },
    {
      key: 'why',
      header: t('pending.why'),
      render: row => <WaitReason explanation={row} span size="sm" />,
    },
    { key: 'attempt', header: t('pending.attempt'), align: 'right', render: ({ attempt }) => attempt },
    { key: 'due', header: t('pending.due'), render: ({ dueAt }) => <Time at={dueAt} />, wide: true },
    { key: 'origin', header: t('delivery.origin'), render: ({ origin }) => t(`origin.${origin}`), wide: true },
    { key: 'id', header: t('delivery.eventId'), render: ({ eventId }) => <code>{eventId}</code>, wide: true },
  ]
  return (
    <>
      {backlog && backlog.state !== 'paused' && <WaitReason explanation={backlog} size="sm" mb="sm" />}
      <RecordTable
        label={t('tabs.pending')}
        pages={pages}
        columns={columns}
        rowKey={({ eventId, attempt, origin, dueAt }) => `${eventId} ${attempt} ${origin} ${dueAt}`}
        empty={<Empty title={t('pending.empty')} text={t('pending.emptyText')} />}
      />
    </>
  )
}
