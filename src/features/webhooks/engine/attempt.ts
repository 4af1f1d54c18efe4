import type { Services } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import type { EndedAttempt } from './completions.ts'
import type { Delivery } from './delivery.ts'
import type { QueuedDelivery } from './due.ts'
import { type Exchange, type Failure, failures, isWithheld, type Sender } from './exchange.ts'
import { plainHeaders, renderExchange } from './exchange-record.ts'
import type { Lane } from './lane.ts'
import type { Receiver } from './receiver.ts'
import { retryAfter } from './retry-after.ts'
import { type FailedAttempt, longestDelay, nextAttempt } from './schedule.ts'
import { attemptHeaders, type SigningKeys, sign } from './sign.ts'

// The envelope begins with {"id":"evt_…","type":"…, so the type's name can be read from its text.
const nameFrom = '{"id":"'.length + 'evt_'.length + 26 + '","type":"'.length
const nameOf = (body: string): string => body.slice(nameFrom, body.indexOf('"', nameFrom))

const notSent = (failure: Failure): Exchange => ({
  status: null,
  failure,
  headers: {},
  body: Buffer.alloc(0),
  truncated: false,
  ms: 0,
})

const findKeys = ({ keys, previous }: Receiver, sentAt: number): readonly SigningKeys[] | undefined => {
  if (!keys) return undefined
  return previous && sentAt < previous.until ? [keys, previous.keys] : [keys]
}

const send = async (
  sender: Sender,
  { receiver }: Lane,
  { body: text, eventId }: QueuedDelivery,
  deliveryId: string,
  sentAt: number,
) => {
  const keys = findKeys(receiver, sentAt)
  if (!keys) return { exchange: notSent('secret_unreadable') }
  if (text === '') return { exchange: notSent('event_missing') }
  const type = nameOf(text)
  if (receiver.sendable && !receiver.sendable.has(type)) return { exchange: notSent('scope_taken_away') }
  const body = Buffer.from(text)
  const identity = { deliveryId, eventId, type, at: sentAt }
  const signatures = sign({ ...identity, keys, body })
  const headers = { ...plainHeaders, ...attemptHeaders(identity, signatures) }
  return { signatures, exchange: await sender.send({ url: receiver.url, headers, body }) }
}

const outcomeOf = (failure: Failure | undefined, next: number | undefined): EndedAttempt['outcome'] => {
  if (failure === undefined) return 'delivered'
  return next === undefined ? 'dead' : 'failed'
}

/** A failed attempt that was brought forward does not count: the next attempt keeps its scheduled time. */
const findNextAttempt = ({ originalDue }: QueuedDelivery, failedAttempt: FailedAttempt): number | undefined =>
  originalDue === null
    ? nextAttempt(failedAttempt)
    : Math.max(
        originalDue,
        failedAttempt.endedAt + Math.min(failedAttempt.retryAfter ?? 0, longestDelay(failedAttempt.form)),
      )

type NeededServices = Pick<Services, 'clock' | 'ids'>

/** Makes one attempt and returns the record to write. Never throws. */
export const attemptDelivery = async (
  services: NeededServices,
  sender: Sender,
  lane: Lane,
  row: QueuedDelivery,
): Promise<EndedAttempt> => {
  const { clock, ids } = services
  const { receiver } = lane
  const startedAt = clock.now()
  const deliveryId = ids.next('whd', startedAt)
  const { signatures, exchange } = await send(sender, lane, row, deliveryId, startedAt)
  const { status, failure } = exchange
  const failedAttempt = {
    form: receiver.form,
    attempt: row.attempt,
    endedAt: startedAt + Math.ceil(exchange.ms),
    retryAfter: retryAfter(exchange, clock.now()),
  }
  const next = failure && !isWithheld(failure) ? findNextAttempt(row, failedAttempt) : undefined
  const outcome = outcomeOf(failure, next)
  const { due, id, ctid, eventId, origin, originalDue, resource } = row
  const delivery: Delivery = {
    id: deliveryId,
    eventId,
    eventType: nameOf(row.body),
    attempt: row.attempt,
    origin,
    url: receiver.url.href,
    outcome,
    status,
    failure: failure ?? null,
    message: failure ? failures[failure] : null,
    startedAt: iso(startedAt),
    ms: Math.round(exchange.ms),
    nextAttemptAt: next === undefined ? null : iso(next),
  }
  return {
    lane,
    row: { due, id, ctid, eventId, attempt: row.attempt, origin, originalDue, resource },
    deliveryId,
    startedAt,
    outcome,
    status,
    failure,
    next,
    record: JSON.stringify(delivery),
    exchange: renderExchange(signatures, exchange),
  }
}
