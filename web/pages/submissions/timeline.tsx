import { Badge, Button, Group, Stack, Timeline as Steps, Text } from '@mantine/core'
import { IconCircleDot, IconGavel, IconWebhook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { JsonView } from '#web/ui/json-view.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { usePages } from '#web/ui/pages.ts'
import { useAllForPrint } from '#web/ui/print-context.ts'
import { PrintedPart } from '#web/ui/printed-part.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { useFormatTime } from '#web/ui/time.tsx'

type Entry = Schemas['TimelineEntry']
type Event = Schemas['SubmissionEvent']

const minuteMs = 60_000

const Mark = ({ children }: { children: string }) => (
  <Badge variant="default" size="sm" className="status mark">
    {children}
  </Badge>
)

const StatusChange = ({ before, after }: { before: string | null; after: string }) => (
  <Group gap={4} component="span" display="inline-flex">
    {before && before !== after && (
      <>
        <StatusBadge status={before} size="sm" /> →
      </>
    )}
    <StatusBadge status={after} size="sm" />
  </Group>
)

const Author = ({ by }: { by: Entry['by'] | undefined }) => {
  const { t } = useTranslation('submissions')
  if (!by) return null
  return (
    <>
      {' '}
      {t('timeline.by')} <span title={by.id}>{by.kind === 'system' ? t('timeline.system') : (by.name ?? by.id)}</span>
    </>
  )
}

const EventEntry = ({ event, by, idle }: { event: Event; by: Entry['by'] | undefined; idle: boolean }) => {
  const { t } = useTranslation('submissions')
  const format = useFormatTime()
  const { eventKind, occurredAt, createdAt, eventSnapshot, sourceEventKey } = event
  const isBackdated = Date.parse(createdAt) - Date.parse(occurredAt) >= minuteMs
  const hasDetails = Object.keys(eventSnapshot).length > 0 || sourceEventKey !== null
  return (
    <>
      <Group gap="xs" mb={4}>
        <Text fw={600}>{t(`kind.${eventKind}`)}</Text>
        <StatusChange before={event.statusBefore} after={event.statusAfter} />
        {isBackdated && <Mark>{t('timeline.backdated')}</Mark>}
        {event.selfDecided && <Mark>{t('timeline.selfDecided')}</Mark>}
        {idle && <Mark>{t('timeline.idle')}</Mark>}
      </Group>
      <Text size="xs" c="dimmed">
        {isBackdated && (
          <>
            <time dateTime={occurredAt}>{t('timeline.occurred', { at: format(occurredAt) })}</time>
            {' · '}
          </>
        )}
        <time dateTime={createdAt}>{t('timeline.at', { at: format(createdAt) })}</time>
        <Author by={by} />
      </Text>
      <Text size="sm">{event.reason}</Text>
      {hasDetails && (
        <Fold label={t('timeline.details')}>
          <JsonView value={eventSnapshot} label={t('timeline.details')} />
          {sourceEventKey && <Text size="xs">{t('timeline.source', { key: sourceEventKey })}</Text>}
        </Fold>
      )}
    </>
  )
}

interface DecisionProps {
  readonly decision: Schemas['SubmissionDecision']
  readonly by: Entry['by'] | undefined
}

const DecisionEntry = ({ decision, by }: DecisionProps) => {
  const { t } = useTranslation('submissions')
  const format = useFormatTime()
  const { statusBefore, statusAfter, claimId } = decision
  return (
    <>
      <Group gap="xs">
        <Text fw={600}>{t(`decision.${decision.decision}`)}</Text>
        {statusBefore !== statusAfter && <StatusChange before={statusBefore} after={statusAfter} />}
      </Group>
      <Text size="xs" c="dimmed">
        <time dateTime={decision.createdAt}>{t('timeline.at', { at: format(decision.createdAt) })}</time>
        <Author by={by} />
      </Text>
      <Text size="sm">{decision.reason}</Text>
      {claimId && (
        <Text size="xs">
          <Link to="/evidence/claims/$claimId" params={{ claimId }} className="digest">
            {t('timeline.claim')} {claimId}
          </Link>
        </Text>
      )}
    </>
  )
}

type Delivery = Schemas['TimelineDelivery']

const outcomes = ['delivered', 'failed', 'dead'] as const

/** One delivery attempt, with its webhook, result and time. */
const DeliveryLine = ({ delivery }: { delivery: Delivery }) => {
  const { t } = useTranslation('submissions')
  const format = useFormatTime()
  const { webhookId, webhookName, urlHost, outcome, status, attempt, origin, startedAt } = delivery
  const parts = [
    t(`timeline.${outcome}`),
    status === null ? t('timeline.noAnswer') : t('timeline.answered', { status }),
    t('timeline.attempt', { attempt }),
    ...(origin === 'replay' ? [t('timeline.replay')] : []),
  ]
  return (
    <Text size="sm" className="digest">
      {t('timeline.webhook')}{' '}
      {webhookId ? (
        <AnchorLink to="/webhooks/$webhookId" params={{ webhookId }} fz="inherit" underline="always">
          {webhookName ?? urlHost}
        </AnchorLink>
      ) : (
        urlHost
      )}
      : {parts.join(', ')}
      {' · '}
      <time dateTime={startedAt}>{format(startedAt)}</time>
    </Text>
  )
}

/** Consecutive deliveries as one line, which unfolds to a line for each. */
const DeliveriesEntry = ({ deliveries }: { deliveries: readonly Delivery[] }) => {
  const { t } = useTranslation('submissions')
  const [first, ...others] = deliveries
  if (first && others.length === 0) return <DeliveryLine delivery={first} />
  const counts = outcomes.flatMap(outcome => {
    const count = deliveries.filter(delivery => delivery.outcome === outcome).length
    return count === 0 ? [] : [t('timeline.outcome', { count, outcome: t(`timeline.${outcome}`) })]
  })
  const summary = `${t('timeline.deliveries', { count: deliveries.length })}: ${counts.join(', ')}`
  return (
    <>
      <Text size="sm">{summary}</Text>
      <Fold label={t('timeline.details')}>
        <Stack gap={4}>
          {deliveries.map(delivery => (
            <DeliveryLine key={delivery.id} delivery={delivery} />
          ))}
        </Stack>
      </Fold>
    </>
  )
}

const icons = { event: IconCircleDot, decision: IconGavel, delivery: IconWebhook } as const

interface Item {
  readonly entry: Entry
  readonly deliveries: readonly Delivery[]
}

/** The entries in order, with consecutive deliveries as one item. */
const itemsOf = (entries: readonly Entry[]): readonly Item[] => {
  const items: { entry: Entry; deliveries: Delivery[] }[] = []
  for (const entry of entries) {
    const last = items.at(-1)
    if (entry.delivery && last?.entry.kind === 'delivery') last.deliveries.push(entry.delivery)
    else items.push({ entry, deliveries: entry.delivery ? [entry.delivery] : [] })
  }
  return items
}

const ItemContent = ({ entry: { event, decision, by, idle }, deliveries }: Item) => (
  <>
    {event && <EventEntry event={event} by={by} idle={idle === true} />}
    {decision && <DecisionEntry decision={decision} by={by} />}
    {deliveries.length > 0 && <DeliveriesEntry deliveries={deliveries} />}
  </>
)

const keyOf = ({ event, decision, delivery }: Entry): string => event?.id ?? decision?.id ?? delivery?.id ?? ''

/** The timeline of a package, oldest first: events, people's decisions, and webhook deliveries. */
export const Timeline = ({ packageId }: { packageId: string }) => {
  const { t } = useTranslation()
  const pages = usePages('/api/workspace/packages/{packageId}/timeline', { path: { packageId } }, page => page.timeline)
  const { rows, isPending, error, refetch, hasMore, loadMore, isFetchingMore } = pages
  useAllForPrint(pages)
  if (isPending) return <Lines count={4} />
  return (
    <Stack align="flex-start">
      <Steps bulletSize={22} lineWidth={1} role="list" w="100%">
        {itemsOf(rows).map(item => {
          const Icon = icons[item.entry.kind]
          return (
            <Steps.Item key={keyOf(item.entry)} role="listitem" bullet={<Icon size={14} aria-hidden />}>
              <ItemContent {...item} />
            </Steps.Item>
          )
        })}
      </Steps>
      <ErrorNote error={error} retry={refetch} />
      <PrintedPart rows={rows.length} hasMore={hasMore} />
      {hasMore && (
        <Button variant="default" size="xs" onClick={loadMore} loading={isFetchingMore}>
          {t('actions.more')}
        </Button>
      )}
    </Stack>
  )
}
