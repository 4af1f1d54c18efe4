import type { Services } from '#api/call.ts'
import { iso } from '#lib/clock.ts'
import type { Ended } from './completions.ts'
import { renderDelivery } from './delivery.ts'
import { type Exchange, type Failure, failures, type Sender } from './exchange.ts'
import { exchangeRecord } from './exchange-record.ts'
import type { Due, Lane, Receiver } from './lane.ts'
import { retryAfter } from './retry-after.ts'
import { nextAttempt } from './schedule.ts'
import { signatureHeaders } from './sign.ts'

// The envelope begins {"id":"evt_…","type":"…": the name as it is sent stands in the bytes that are sent.
const nameFrom = '{"id":"'.length + 'evt_'.length + 26 + '","type":"'.length
const nameOf = (body: Buffer): string => body.toString('latin1', nameFrom, body.indexOf('"', nameFrom))

const unsent = (failure: Failure): Exchange => ({
  status: null,
  failure,
  headers: {},
  body: Buffer.alloc(0),
  truncated: false,
  ms: 0,
})

const keysAt = ({ keys, previous }: Receiver, at: number) => {
  if (!keys) return undefined
  return previous && at < previous.until ? [keys, previous.keys] : [keys]
}

const outcomeOf = (failure: Failure | undefined, next: number | undefined): Ended['outcome'] => {
  if (failure === undefined) return 'delivered'
  return next === undefined ? 'dead' : 'failed'
}

type Needs = Pick<Services, 'clock' | 'ids'>

/** Makes one attempt and answers what is to be written of it. Never throws. */
export const attempt = async (needs: Needs, sender: Sender, lane: Lane, row: Due): Promise<Ended> => {
  const { clock, ids } = needs
  const { receiver } = lane
  const startedAt = clock.now()
  const deliveryId = ids.next('whd', startedAt)
  const type = nameOf(row.body)
  const keys = keysAt(receiver, startedAt)
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'Probata-Webhooks/1',
    ...(keys && signatureHeaders({ keys, deliveryId, eventId: row.eventId, type, at: startedAt, body: row.body })),
  }
  const exchange = await (!keys || row.body.length === 0
    ? unsent(keys ? 'event_missing' : 'secret_unreadable')
    : sender.send({ url: receiver.url, headers, body: row.body }))
  const { status, failure } = exchange
  const next =
    failure &&
    nextAttempt({
      form: receiver.form,
      attempt: row.attempt,
      endedAt: startedAt + Math.ceil(exchange.ms),
      retryAfter: retryAfter(exchange, clock.now()),
    })
  const outcome = outcomeOf(failure, next)
  const record = renderDelivery({
    id: deliveryId,
    eventId: row.eventId,
    eventType: type,
    attempt: row.attempt,
    origin: row.origin,
    url: receiver.url.href,
    outcome,
    status,
    failure: failure ?? null,
    message: failure ? failures[failure] : null,
    startedAt: iso(startedAt),
    ms: Math.round(exchange.ms),
    nextAttemptAt: next === undefined ? null : iso(next),
  })
  return {
    lane,
    row,
    deliveryId,
    startedAt,
    outcome,
    status,
    failure,
    next,
    record,
    exchange: exchangeRecord(headers, exchange),
  }
}
