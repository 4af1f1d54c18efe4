import type { Transaction } from '#db/database.ts'
import { choice, nullable, number, statement, text } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import type { Ids } from '#lib/ids.ts'
import type { Sentence } from '#lib/sentence.ts'
import { type EventType, eventName } from './event.ts'

/** A committed event, and the webhook endpoints whose queues contain it. */
export interface CommittedEvent {
  readonly organizationId: string
  readonly eventId: string
  /** The unversioned name. */
  readonly type: string
  /** The time of the first attempt in each queue, in milliseconds since 1970. */
  readonly due: number
  /** The exact text of the request body. */
  readonly body: string
  readonly endpoints: readonly string[]
  readonly origin: 'live' | 'test'
}

/** The delivery engine, in this process or on another node. */
export interface Deliveries {
  /** Called after the commit of an event, so that the first attempt follows immediately. */
  queued(event: CommittedEvent): void
  /**
   * Called after the commit of any other change that affects an endpoint's deliveries: its status, address, secret or
   * queue.
   */
  changed(organizationId: string, endpointId: string): void
  /** Called after the commit of a change to a service account, which may now be disabled or have other scopes. */
  accessChanged(organizationId: string): void
}

/** The result of a request to an address that people entered. */
interface PostOutcome {
  /** The status of the response; null if none arrived. */
  readonly status: number | null
  /** Why it failed; undefined for a status of 2xx. */
  readonly failure?: string | undefined
  /** The first 16 KiB of the body. */
  readonly body: Buffer
}

/** Sends to addresses that people entered, and decides which of them are allowed. */
export interface Receivers {
  /** Resolves the name. Returns why the address is rejected, or undefined if it is accepted. */
  problem(url: string): Promise<Sentence | undefined>
  /** Sends JSON as webhooks are sent: to allowed addresses only, without redirects, within 10 s. Never rejects. */
  post(url: string, json: string): Promise<PostOutcome>
}

/**
 * Writes the envelope (interface section 6.1), with event names in the form that the workspace uses, and a queue row
 * for each endpoint that subscribes and may receive it. One statement does both, to save a round trip. An account
 * limited to units receives nothing.
 */
const emitEvent = statement(
  'emit_event',
  {
    id: text,
    type: text,
    versioned: text,
    unversioned: text,
    createdAt: text,
    data: text,
    requestId: text,
    scope: text,
    due: number,
    endpointId: nullable(text),
    origin: choice<CommittedEvent['origin']>,
  },
  `with written as (
     insert into outbox_event (organization_id, id, type, body, created_at, request_id)
     select o.id, :id::text, :type::text,
            '{"id":"' || :id::text || '","type":"' || case o.webhook_form when 'versioned' then :versioned::text else :unversioned::text end
              || '","createdAt":"' || :createdAt::text || '","organization":{"id":"' || o.id || '","slug":"' || o.slug
              || '"},"data":' || :data::text || '}',
            :createdAt::timestamptz, :requestId::text
       from organization o where o.id = :organization
     returning body
   ), queued as (
     insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin)
     select w.organization_id, w.id, :due::bigint, :id::text, :id::text, 1, :origin::text
       from webhook_endpoint w
       left join service_account a on a.organization_id = w.organization_id and a.id = w.service_account_id
      where w.organization_id = :organization and w.status <> 'deleted' and case
              when :endpointId::text is not null then w.id = :endpointId
              else (w.events = '{*}' or :type::text = any (w.events))
               and (w.scopes is null or :scope::text = any (w.scopes))
               and (a.id is null or :scope::text = any (a.scopes) and a.unit_ids is null) end
     returning endpoint_id
   )
   select endpoints, case when endpoints <> '{}' then body end as body
     from written, (select array(select endpoint_id::text from queued) as endpoints) q`,
)

/** Writes an event that only features of this server read. */
const recordEvent = statement(
  'record_event',
  { id: text, type: text, createdAt: text, data: text, requestId: text },
  `insert into outbox_event (organization_id, id, type, body, created_at, request_id)
   select o.id, :id::text, :type::text,
          '{"id":"' || :id::text || '","type":"' || :type::text || '","createdAt":"' || :createdAt::text
            || '","organization":{"id":"' || o.id || '","slug":"' || o.slug || '"},"data":' || :data::text || '}',
          :createdAt::timestamptz, :requestId::text
     from organization o where o.id = :organization`,
)

/** The fields of a call that an event needs. */
interface EmittingCall {
  readonly organizationId: string
  readonly requestId: string
  readonly now: number
  readonly ids: Ids
  readonly deliveries: Deliveries
}

interface NewEvent {
  readonly type: EventType
  readonly data: Readonly<Record<string, string>>
  readonly endpointId?: string | undefined
}

/** Writes an event and its queue rows in the transaction; returns the event's id. */
export const emit = (call: EmittingCall, tx: Transaction, { type: eventType, data, endpointId }: NewEvent): string => {
  const { organizationId, requestId, ids, now, deliveries } = call
  const { type, scope, example } = eventType
  const eventId = ids.next('evt', now)
  const json = `{${Object.entries(data)
    .map(([name, record]) => `"${name}":${record}`)
    .join(',')}}`
  if (!example) {
    tx.write(recordEvent, { id: eventId, type, createdAt: iso(now), data: json, requestId })
    return eventId
  }
  const origin = endpointId === undefined ? 'live' : 'test'
  tx.write(
    emitEvent,
    {
      id: eventId,
      type,
      versioned: eventName('versioned', type),
      unversioned: eventName('unversioned', type),
      createdAt: iso(now),
      data: json,
      requestId,
      scope,
      due: now,
      endpointId: endpointId ?? null,
      origin,
    },
    ([row]) => {
      if (row?.body)
        deliveries.queued({
          organizationId,
          eventId,
          type,
          due: now,
          origin,
          endpoints: row.endpoints,
          body: row.body,
        })
    },
  )
  return eventId
}

declare module './call.ts' {
  interface Capabilities {
    readonly receivers: Receivers
  }
}
