import { setTimeout as delay } from 'node:timers/promises'
import { call } from '#bench/request.ts'
import type { Server } from '#bench/server.ts'
import { claimId, envelopeRest } from './envelope.ts'

/** The webhooks of the server's only organization, and their queues. */
export interface Endpoints {
  readonly ids: readonly string[]
  /** Sets the URLs of the webhooks to these, in turn. */
  move(urls: readonly string[]): Promise<void>
  pause(): Promise<void>
  resume(): Promise<void>
  /** Adds `count` events to the outbox, and queues one delivery of each, alternating between endpoints. */
  seed(count: number): Promise<void>
}

const reason = 'Benchmark of webhooks'
/** The time that a node needs to notice changes made by SQL: it checks every 300 ms. */
const noticeMs = 700
const batchSize = 100_000

/** Creates webhooks that subscribe to `type`. */
export const createEndpoints = async (
  server: Server,
  urls: readonly string[],
  type = 'evidence.claim.expired',
): Promise<Endpoints> => {
  const ids: string[] = []
  for (const url of urls) {
    const body = { url, events: [type], description: reason, reason }
    const { webhook } = await call(server, '/api/v1/webhooks', body)
    ids.push(webhook.id)
  }
  const updateAll = async (set: string, values: readonly unknown[] = []): Promise<void> => {
    const sql = `update webhook_endpoint set ${set}, revision = revision + 1 where id = any ($1)`
    await server.sql(sql, [ids, ...values])
    await delay(noticeMs)
  }
  return {
    ids,
    move: urls =>
      updateAll('url = ($2::text[])[array_position($1::text[], id::text) % cardinality($2::text[]) + 1]', [urls]),
    pause: () => updateAll(`status = 'paused'`),
    resume: () => updateAll(`status = 'active'`),
    async seed(count) {
      for (let insertedCount = 0; insertedCount < count; insertedCount += batchSize)
        await server.sql(insert, [
          server.organizationId,
          ids,
          envelopeRest,
          nextNumber + insertedCount,
          Math.min(batchSize, count - insertedCount),
        ])
      nextNumber += count
      await server.sql('analyze webhook_queue')
      await server.sql('checkpoint')
    },
  }
}

let nextNumber = 1

const insert = `
  with event as (
    select i, identifier_floor('evt', now()) || lpad(i::text, 16, '0') as id
      from generate_series($4::int, $4::int + $5::int - 1) as i
  ), written as (
    insert into outbox_event (organization_id, id, type, body, created_at, request_id)
    select $1, id, 'evidence.claim.expired',
           -- Each event has a separate claim, because events of one claim are delivered one after the other.
           '{"id":"' || id || replace($3, '${claimId}', 'gec_' || right(id, 26)), now(), 'req_bench'
      from event
  )
  insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin)
  select $1, ($2::text[])[i % cardinality($2::text[]) + 1], floor(extract(epoch from now()) * 1000)::bigint - 1000,
         id, id, 1, 'live'
    from event`
