import { type Static, Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { eventName, type WebhookForm, webhookForms } from '#http/event.ts'
import { Rendered } from '#http/rendered.ts'
import { mustBeAfterFrom } from '#http/sentences.ts'
import { iso, parseTimestamp } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { getLockedWebhook, notifyChanged, WebhookParams } from './change-webhook.ts'
import { webhookFields } from './create-webhook.ts'
import { changedInProduct, readWebhook } from './people-surfaces.ts'
import { Replay, renderReplay, showReplay } from './replay.ts'
import { countReplay, countRunningReplays, insertReplay, takeReplay, touchWebhook } from './replay-queries.ts'
import { readEventTypes } from './subscription.ts'

const maxEvents = 100_000
const maxRunning = 10

const { from, to, outcome } = Replay.properties

const RangeInput = Type.Object({
  from,
  to,
  outcome: Type.Optional(outcome),
  eventTypes: Type.Optional({ ...webhookFields.events, description: 'Only events of these types.' }),
})

const DryRun = Type.Object(
  {
    count: Type.Integer({ description: 'The number of events that a replay of the range would deliver again.' }),
    forgotten: Type.Integer({ description: 'The number of events in the range that are no longer stored.' }),
  },
  { title: 'WebhookReplayDryRun' },
)

const readTimestamp = (field: 'from' | 'to', text: string): number => {
  const timestamp = parseTimestamp(text)
  if (timestamp === undefined) throw invalid([field], sentence`field.must_be_timestamp: must be a timestamp`)
  return Math.max(0, timestamp)
}

const readRange = (body: Static<typeof RangeInput>) => {
  const [first, end] = [readTimestamp('from', body.from), readTimestamp('to', body.to)]
  if (end <= first) throw invalid(['to'], mustBeAfterFrom)
  return { from: iso(first), to: iso(end), outcome: body.outcome ?? 'all', eventTypes: body.eventTypes } as const
}

type Range = ReturnType<typeof readRange>

const requireAtMost = (limit: number, { ended }: { readonly ended: number }): void => {
  if (ended <= limit) return
  const message = sentence`replay.range_too_large: More than ${{ most: limit }} deliveries ended in this range; narrow it.`
  throw new Refusal('unprocessable', message)
}

/**
 * Returns the names of the event types in both forms, because either may have been sent; null for all types. Throws a
 * 400 for unknown types.
 */
const sentNames = (names: readonly string[] | undefined, form: WebhookForm): string[] | null => {
  const types = names && readEventTypes(names, form, 'eventTypes')
  if (!types || types.includes('*')) return null
  return types.flatMap(type => webhookForms.map(form => eventName(form, type)))
}

const selectEvents = (webhookId: string, { from, to, eventTypes }: Range, form: WebhookForm) => ({
  endpointId: webhookId,
  from,
  to,
  most: maxEvents,
  types: sentNames(eventTypes, form),
})

const countEvents = async (change: Change, webhookId: string, range: Range): Promise<Rendered> => {
  const { form } = await readWebhook(change, webhookId)
  const [counts] = await change.tx.query(countReplay[range.outcome], selectEvents(webhookId, range, form))
  const { ended = 0, count = 0, forgotten = 0 } = counts ?? {}
  requireAtMost(maxEvents, { ended })
  change.audit(webhookId, { detail: `dry run of ${range.from} to ${range.to}, ${range.outcome}: ${count} events` })
  return new Rendered(JSON.stringify({ count, forgotten }), 200)
}

/**
 * Sends each event of a time range again, with the same payload under a new delivery id, after live traffic (interface
 * section 6.4, rule 5). A paused webhook gets the events when it resumes.
 */
export const createWebhookReplay = changeEndpoint({
  name: 'createWebhookReplay',
  summary: 'Deliver the events of a time range again or count them',
  tag: 'Webhooks',
  method: 'POST',
  ...changedInProduct('/{webhookId}/replays'),
  status: 202,
  also: { 200: DryRun },
  action: 'webhook.replay_range',
  params: WebhookParams,
  body: Type.Object({
    ...RangeInput.properties,
    dryRun: Type.Optional(Type.Boolean({ description: 'Only count; nothing is delivered.' })),
  }),
  response: Replay,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { webhookId }, body }) {
    const { tx, actor, ids, now } = change
    const range = readRange(body)
    if (body.dryRun) return countEvents(change, webhookId, range)
    const { form } = await getLockedWebhook(change, webhookId)
    const [running] = await tx.query(countRunningReplays, { endpointId: webhookId })
    if (running && running.count >= maxRunning)
      throw new Refusal(
        'unprocessable',
        sentence`replay.limit: ${{ maxRunning }} replays of this webhook are running; wait for one to end, or cancel it.`,
      )
    const id = ids.next('whr', now)
    const [counts] = await tx.query(takeReplay[range.outcome], {
      ...selectEvents(webhookId, range, form),
      replayId: id,
    })
    const { ended = 0, count: total = 0 } = counts ?? {}
    requireAtMost(maxEvents, { ended })
    if (total === 0)
      throw new Refusal('unprocessable', sentence`replay.empty_range: No event in this range can be delivered again.`)
    const { eventTypes, ...times } = range
    const selection = { ...times, ...(eventTypes && { eventTypes }) }
    const record = renderReplay({ id, webhookId, ...selection, total, createdAt: iso(now), createdBy: actor.id })
    tx.write(insertReplay, { id, endpointId: webhookId, record })
    tx.write(touchWebhook, { id: webhookId })
    change.audit(webhookId, { after: record, detail: `${id} of ${total} events` })
    notifyChanged(change, webhookId)
    return showReplay({ id, record, status: 'running', remaining: total })
  },
})
