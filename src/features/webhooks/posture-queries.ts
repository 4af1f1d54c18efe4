import { number, statement, text } from '#db/statement.ts'

export interface SecretRow {
  /** The webhook's id without its prefix, which is the position in lists of webhooks. */
  id: string
  record: string
  /** The sealed secret. */
  secret: string
  verified_at: Date | null
  /** When the previous secret stops signing. */
  previous_secret_until: Date | null
}

const selectSecrets = `select substr(w.id, 5) as id, w.record, w.secret, w.previous_secret_until, l.verified_at
     from webhook_endpoint w
     join webhook_lane l on l.organization_id = w.organization_id and l.endpoint_id = w.id`

export const findSecret = statement(
  'find_webhook_secret',
  { endpointId: text },
  `${selectSecrets} where w.organization_id = :organization and w.id = :endpointId and w.status <> 'deleted'`,
)

export const listSecrets = statement(
  'list_webhook_secret',
  { position: text, limit: number },
  `${selectSecrets} where w.organization_id = :organization and substr(w.id, 5) < :position and w.status <> 'deleted'
    order by substr(w.id, 5) desc limit :limit`,
)
