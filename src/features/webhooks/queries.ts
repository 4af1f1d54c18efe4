import { choice, narrows, nullable, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import type { WebhookForm } from '#http/event.ts'
import { joinCreator } from './engine/queries.ts'

export type WebhookRow = RowOf<typeof findWebhook>

// The columns of a webhook and its owner.
const webhookColumns = `w.record, o.webhook_form as form, w.service_account_id, w.person_id, w.scopes,
          account.scopes as account_scopes, coalesce(account.disabled, false) as disabled,
          coalesce(account.record, p.record)::json ->> 'name' as maker
     from webhook_endpoint w
     join organization o on o.id = w.organization_id
     ${joinCreator}
     left join person p on p.organization_id = w.organization_id and p.id = w.person_id`

export const findCreator = statement(
  'find_webhook_maker',
  { personId: text },
  `select record::json ->> 'name' as name from person where organization_id = :organization and id = :personId`,
  narrows<{ name: string }>,
)

export const findForm = statement(
  'find_webhook_form',
  {},
  'select webhook_form as form from organization where id = :organization',
)

/** Reads whether a service account is limited to units, and locks the account until the commit. */
export const lockUnitsOfAccount = statement(
  'lock_units_of_webhook_maker',
  { id: text },
  `select unit_ids is not null as is_limited from service_account
    where organization_id = :organization and id = :id for share`,
)

/** Locks the form for creating a webhook or switching the form; other changes do not wait for this lock. */
export const lockForm = statement(
  'lock_webhook_form',
  {},
  'select webhook_form as form from organization where id = :organization for no key update',
)

/** Switches the form, and makes the delivery engine read all endpoints again. */
export const switchForm = statement(
  'switch_webhook_form',
  { form: choice<WebhookForm> },
  `with switched as (update organization set webhook_form = :form where id = :organization)
   update webhook_endpoint set revision = revision + 1 where organization_id = :organization and status <> 'deleted' returning id`,
)

export const countWebhooks = statement(
  'count_webhooks',
  {},
  `select count(*)::int as count from webhook_endpoint where organization_id = :organization and status <> 'deleted'`,
)

// The prefix of an identifier depends on the form at creation; the rest sorts by time.
const sortKey = 'substr(w.id, 5)'

export const selectWebhooks = statement(
  'list_webhook_endpoint',
  { position: text, limit: number },
  `select ${sortKey} as id, ${webhookColumns}
    where w.organization_id = :organization and ${sortKey} < :position and w.status <> 'deleted'
    order by ${sortKey} desc limit :limit`,
)

export const findWebhook = statement(
  'find_webhook',
  { id: text },
  `select ${webhookColumns}
    where w.organization_id = :organization and w.id = :id and w.status <> 'deleted'`,
)

export const lockWebhook = statement(
  'lock_webhook',
  { id: text },
  `select from webhook_endpoint where organization_id = :organization and id = :id and status <> 'deleted' for update`,
)

export const insertWebhook = statement(
  'insert_webhook',
  {
    id: text,
    url: text,
    events: texts,
    serviceAccountId: nullable(text),
    personId: nullable(text),
    scopes: nullable(texts),
    secret: text,
    record: text,
  },
  `with lane as (insert into webhook_lane (organization_id, endpoint_id) values (:organization, :id))
   insert into webhook_endpoint (organization_id, id, status, url, events, service_account_id, person_id, scopes, secret, record)
   values (:organization, :id, 'active', :url, :events, :serviceAccountId, :personId, :scopes, :secret, :record)`,
)

/** Updates a webhook, but not its owner. */
export const updateWebhookRow = statement(
  'update_webhook',
  { id: text, status: text, url: text, events: texts, scopes: nullable(texts), record: text },
  `update webhook_endpoint set status = :status, url = :url, events = :events, scopes = :scopes, record = :record,
          revision = revision + 1
    where organization_id = :organization and id = :id`,
)

export const rotateSecret = statement(
  'rotate_webhook_secret',
  { id: text, secret: text, previousSecretUntil: text },
  `update webhook_endpoint set previous_secret = secret, secret = :secret, previous_secret_until = :previousSecretUntil
    where organization_id = :organization and id = :id`,
)

/** Marks a webhook as deleted and removes its secrets; a job purges its queue. */
export const deleteWebhookRow = statement(
  'delete_webhook',
  { id: text, now: text },
  `update webhook_endpoint set status = 'deleted', deleted_at = :now, secret = '', previous_secret = null,
          previous_secret_until = null, revision = revision + 1
    where organization_id = :organization and id = :id`,
)

/** Finds an attempt and its event. If retention has deleted the event, its body comes from the dead letter, if any. */
export const findDelivery = statement(
  'find_webhook_attempt',
  { endpointId: text, id: text },
  `select a.event_id, a.record, a.exchange,
          coalesce((select e.body from outbox_event e where e.organization_id = :organization and e.id = a.event_id),
            (select d.body from webhook_dead_letter d
              where d.organization_id = :organization and d.endpoint_id = :endpointId and d.event_id = a.event_id)) as body
     from webhook_attempt a where a.organization_id = :organization and a.endpoint_id = :endpointId and a.id = :id`,
)

/** Removes the pending retry of an event that is being replayed. */
export const dropRetry = statement(
  'drop_webhook_retry',
  { endpointId: text, eventId: text, after: number },
  `delete from webhook_queue where organization_id = :organization and endpoint_id = :endpointId and event_id = :eventId
      and due > :after and origin <> 'replay'`,
)

/** Makes the lane's owner bring retries forward. Counts retries and dead letters, each up to `most` + 1. */
export const startHastening = statement(
  'start_hastening_webhook',
  { endpointId: text, now: number, most: number },
  `with started as (
     update webhook_lane set hastening = true where organization_id = :organization and endpoint_id = :endpointId
   )
   select (select count(*)::int from (select from webhook_queue
            where organization_id = :organization and endpoint_id = :endpointId and due > :now limit :most + 1) x) as waiting,
          (select count(*)::int from (select from webhook_dead_letter
            where organization_id = :organization and endpoint_id = :endpointId limit :most + 1) x) as dead_letters`,
)

export const queueReplay = statement(
  'queue_webhook_replay',
  { endpointId: text, due: number, id: text, eventId: text },
  `insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin)
   values (:organization, :endpointId, :due, :id, :eventId, 1, 'replay')`,
)
