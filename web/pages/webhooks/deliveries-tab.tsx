import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { enums } from '#web/api/enums.ts'
import { FilterBar } from '#web/family/filter-bar.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { fromLocal, toLocal } from '#web/ui/local-moment.ts'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { Outcome } from './outcome.tsx'
import type { Delivery, Webhook } from './webhook.ts'

const route = getRouteApi('/app/webhooks/$webhookId')
const path = '/api/workspace/webhooks/{webhookId}/deliveries'
const outcomes = enums.WebhookDelivery.outcome
const pollingMs = 3000

/** A time of the address; undefined if the server would reject it. */
const timeOf = (text: string | undefined): string | undefined => {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** The delivery attempts of a webhook, newest first. */
export const DeliveriesTab = ({ webhook: { id: webhookId } }: { webhook: Webhook }) => {
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const outcome = outcomes.find(option => option === search.outcome)
  const { eventType, from, to } = search
  const status = /^[1-5][0-9]{2}$/.test(search.status ?? '') ? search.status : undefined
  const query = { outcome, eventType, status, startedAtFrom: timeOf(from), startedAtTo: timeOf(to) }
  const isFiltered = Object.values(query).some(value => value !== undefined)
  const clear = () => navigate({ search: { tab: 'deliveries' } })
  const pages = usePages(path, { path: { webhookId }, query }, page => page.deliveries, pollingMs)
  const columns: readonly Column<Delivery>[] = [
    { key: 'event', header: t('delivery.event'), render: ({ eventType }) => eventType },
    { key: 'outcome', header: t('delivery.outcome'), render: ({ outcome }) => <StatusBadge status={outcome} /> },
    { key: 'what', header: t('delivery.what'), render: delivery => <Outcome delivery={delivery} />, wide: true },
    { key: 'attempt', header: t('delivery.attempt'), align: 'right', render: ({ attempt }) => attempt },
    { key: 'origin', header: t('delivery.origin'), render: ({ origin }) => t(`origin.${origin}`), wide: true },
    { key: 'at', header: t('delivery.at'), render: ({ startedAt }) => <Time at={startedAt} />, wide: true },
    { key: 'ms', header: t('delivery.took'), align: 'right', render: ({ ms }) => `${ms} ms`, wide: true },
  ]
  return (
    <>
      <FilterBar
        filters={[
          {
            name: 'outcome',
            label: t('delivery.outcome'),
            choices: outcomes.map(value => ({ value, label: common(`status.${value}`) })),
          },
          { name: 'eventType', label: t('delivery.event') },
          { name: 'status', label: t('delivery.httpStatus') },
          { name: 'from', label: t('delivery.from'), type: 'datetime-local' },
          { name: 'to', label: t('delivery.to'), type: 'datetime-local' },
        ]}
        values={{ ...search, from: toLocal(from), to: toLocal(to) }}
        onChange={(name, value) => {
          const text = name === 'from' || name === 'to' ? fromLocal(value) : value
          navigate({ search: { ...search, tab: 'deliveries', [name]: text ?? '' } })
        }}
        onClear={clear}
      />
      <RecordTable
        label={t('tabs.deliveries')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) =>
          linkOptions({ to: '/webhooks/$webhookId/deliveries/$deliveryId', params: { webhookId, deliveryId: id } })
        }
        filtered={isFiltered}
        clearFilters={clear}
        empty={<Empty title={t('delivery.empty')} text={t('delivery.emptyText')} />}
      />
    </>
  )
}
