import { number, statement, text } from '#db/statement.ts'

export interface SecretRow {
  /** The part of the webhook's identifier after its prefix, by which lists of webhooks are paged. */
  id: string
  record: string
  /** Sealed. */
  secret: string
  verified_at: Date | null
  /** The end of the time in which the previous secret also signs. */
  previous_secret_until: Date | null
}

const secrets = `select substr(w.id, 5) as id, w.record, w.secret, w.previous_secret_until, l.verified_at
     from webhook_endpoint w
     join webhook_lane l on l.organization_id = w.organization_id and l.endpoint_id = w.id`

export const findSecret = statement(
  'find_webhook_secret',
  { endpointId: text },
  `${secrets} where w.organization_id = :organization and w.id = :endpointId and w.status <> 'deleted'`,
)

export const listSecrets = statement(
  'list_webhook_secret',
  { position: text, limit: number },
  `${secrets} where w.organization_id = :organization and substr(w.id, 5) < :position and w.status <> 'deleted'
    order by substr(w.id, 5) desc limit :limit`,
)
