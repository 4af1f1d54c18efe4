import { statement } from '#db/statement.ts'

export const listDeadLetters = statement<{ id: string; record: string }>(
  'list_webhook_dead_letter',
  `select event_id as id, record from webhook_dead_letter
    where organization_id = $1 and event_id < $2 and endpoint_id = $4
    order by event_id desc limit $3`,
)

/** `organization_id, endpoint_id, event_id` */
export const findDeadLetter = statement<{ record: string }>(
  'find_webhook_dead_letter',
  'select record from webhook_dead_letter where organization_id = $1 and endpoint_id = $2 and event_id = $3',
)

/** `organization_id, endpoint_id, event_id` */
export const purgeDeadLetter = statement<{ record: string }>(
  'purge_webhook_dead_letter',
  `delete from webhook_dead_letter where organization_id = $1 and endpoint_id = $2 and event_id = $3
   returning record`,
)

/** `organization_id, endpoint_id` */
export const purgeDeadLetters = statement<{ purged: number }>(
  'purge_webhook_dead_letters',
  `with purged as (
     delete from webhook_dead_letter where organization_id = $1 and endpoint_id = $2 returning 1
   )
   select count(*)::int as purged from purged`,
)
