import { number, statement, text } from '#db/statement.ts'

export const listDeadLetters = statement(
  'list_webhook_dead_letter',
  { position: text, limit: number, endpointId: text },
  `select event_id as id, record from webhook_dead_letter
    where organization_id = :organization and event_id < :position and endpoint_id = :endpointId
    order by event_id desc limit :limit`,
)

export const findDeadLetter = statement(
  'find_webhook_dead_letter',
  { endpointId: text, eventId: text },
  'select record from webhook_dead_letter where organization_id = :organization and endpoint_id = :endpointId and event_id = :eventId',
)

export const purgeDeadLetter = statement(
  'purge_webhook_dead_letter',
  { endpointId: text, eventId: text },
  `delete from webhook_dead_letter where organization_id = :organization and endpoint_id = :endpointId and event_id = :eventId
   returning record`,
)

export const purgeDeadLetters = statement(
  'purge_webhook_dead_letters',
  { endpointId: text },
  `with purged as (
     delete from webhook_dead_letter where organization_id = :organization and endpoint_id = :endpointId returning 1
   )
   select count(*)::int as purged from purged`,
)
