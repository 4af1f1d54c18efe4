import type { WebhookForm } from '#api/event.ts'
import { statement } from '#db/statement.ts'
import type { Delivery } from './engine/delivery.ts'
import { madeBy } from './engine/queries.ts'
import type { OwnerRow } from './owner.ts'

export interface WebhookRow extends OwnerRow {
  record: string
  form: WebhookForm
}

// With whoever made it.
const shown = `w.record, o.webhook_form as form, w.service_account_id, w.person_id, w.scopes,
          account.scopes as account_scopes, coalesce(account.disabled, false) as disabled,
          coalesce(account.record, p.record)::json ->> 'name' as maker
     from webhook_endpoint w
     join organization o on o.id = w.organization_id
     ${madeBy}
     left join person p on p.organization_id = w.organization_id and p.id = w.person_id`

/** `organization_id, person_id` */
export const findMaker = statement<{ name: string }>(
  'find_webhook_maker',
  `select record::json ->> 'name' as name from person where organization_id = $1 and id = $2`,
)

export const findForm = statement<{ form: WebhookForm }>(
  'find_webhook_form',
  'select webhook_form as form from organization where id = $1',
)

/** Held while webhooks are made and while the form is switched; other changes do not wait for it. */
export const lockForm = statement<{ form: WebhookForm }>(
  'lock_webhook_form',
  'select webhook_form as form from organization where id = $1 for no key update',
)

/** `organization_id, form`; whoever delivers reads its endpoints again. */
export const switchForm = statement<{ id: string }>(
  'switch_webhook_form',
  `with switched as (update organization set webhook_form = $2 where id = $1)
   update webhook_endpoint set revision = revision + 1 where organization_id = $1 and status <> 'deleted' returning id`,
)

export const countWebhooks = statement<{ count: number }>(
  'count_webhooks',
  `select count(*)::int as count from webhook_endpoint where organization_id = $1 and status <> 'deleted'`,
)

// Identifiers differ in their prefix by the form at creation; what follows it sorts by time.
const place = 'substr(w.id, 5)'

export const listWebhooks = statement<WebhookRow & { id: string }>(
  'list_webhook_endpoint',
  `select ${place} as id, ${shown}
    where w.organization_id = $1 and ${place} < $2 and w.status <> 'deleted'
    order by ${place} desc limit $3`,
)

export const findWebhook = statement<WebhookRow>(
  'find_webhook',
  `select ${shown}
    where w.organization_id = $1 and w.id = $2 and w.status <> 'deleted'`,
)

export const lockWebhook = statement<WebhookRow>(
  'lock_webhook',
  `select ${shown}
    where w.organization_id = $1 and w.id = $2 and w.status <> 'deleted' for update of w`,
)

/** `organization_id, id, url, events, service_account_id, person_id, scopes, secret, record` */
export const insertWebhook = statement(
  'insert_webhook',
  `with lane as (insert into webhook_lane (organization_id, endpoint_id) values ($1, $2))
   insert into webhook_endpoint (organization_id, id, status, url, events, service_account_id, person_id, scopes, secret, record)
   values ($1, $2, 'active', $3, $4, $5, $6, $7, $8, $9)`,
)

/** Whose it is stays. `organization_id, id, status, url, events, scopes, record` */
export const updateWebhook = statement(
  'update_webhook',
  `update webhook_endpoint set status = $3, url = $4, events = $5, scopes = $6, record = $7,
          revision = revision + 1
    where organization_id = $1 and id = $2`,
)

/** `organization_id, id, secret, until when the present one signs too` */
export const rotateSecret = statement(
  'rotate_webhook_secret',
  `update webhook_endpoint set previous_secret = secret, secret = $3, previous_secret_until = $4
    where organization_id = $1 and id = $2`,
)

/** The secrets go at once; the queue is purged by a job. `organization_id, id, now` */
export const deleteWebhook = statement(
  'delete_webhook',
  `update webhook_endpoint set status = 'deleted', deleted_at = $3, secret = '', previous_secret = null,
          previous_secret_until = null, revision = revision + 1
    where organization_id = $1 and id = $2`,
)

const deliveriesWhere = (name: string, condition: string) =>
  statement<{ id: string; record: string }>(
    name,
    `select id, record from webhook_attempt
      where organization_id = $1 and id < $2 and endpoint_id = $4${condition}
      order by id desc limit $3`,
  )

export const listDeliveries = deliveriesWhere('list_webhook_attempt', '')

const deliveriesOf = (outcome: Delivery['outcome']) =>
  deliveriesWhere(`list_webhook_attempt_${outcome}`, ` and outcome = '${outcome}'`)

/** The outcome stands in the text: those that failed have an index of their own. */
export const listDeliveriesOf = {
  delivered: deliveriesOf('delivered'),
  failed: deliveriesOf('failed'),
  dead: deliveriesOf('dead'),
}

/** An event that retention has dropped stands in its dead letter, if it has one. `organization_id, endpoint_id, id` */
export const findDelivery = statement<{ event_id: string; record: string; exchange: string; body: string | null }>(
  'find_webhook_attempt',
  `select a.event_id, a.record, a.exchange,
          coalesce((select e.body from outbox_event e where e.organization_id = $1 and e.id = a.event_id),
            (select d.body from webhook_dead_letter d
              where d.organization_id = $1 and d.endpoint_id = $2 and d.event_id = a.event_id)) as body
     from webhook_attempt a where a.organization_id = $1 and a.endpoint_id = $2 and a.id = $3`,
)

/** `organization_id, endpoint_id, due, id, event_id` */
export const queueReplay = statement(
  'queue_webhook_replay',
  `insert into webhook_queue (organization_id, endpoint_id, due, id, event_id, attempt, origin)
   values ($1, $2, $3, $4, $5, 1, 'replay')`,
)
