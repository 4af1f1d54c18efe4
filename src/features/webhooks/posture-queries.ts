import { statement } from '#db/statement.ts'

export interface SecretRow {
  /** What follows the prefix of the webhook's identifier, by which lists of webhooks are walked. */
  id: string
  record: string
  /** Sealed. */
  secret: string
  verified_at: Date | null
  /** Until when the secret before this one signs too. */
  previous_secret_until: Date | null
}

const secrets = `select substr(w.id, 5) as id, w.record, w.secret, w.previous_secret_until, l.verified_at
     from webhook_endpoint w
     join webhook_lane l on l.organization_id = w.organization_id and l.endpoint_id = w.id`

/** `organization_id, endpoint_id` */
export const findSecret = statement<SecretRow>(
  'find_webhook_secret',
  `${secrets} where w.organization_id = $1 and w.id = $2 and w.status <> 'deleted'`,
)

export const listSecrets = statement<SecretRow>(
  'list_webhook_secret',
  `${secrets} where w.organization_id = $1 and substr(w.id, 5) < $2 and w.status <> 'deleted'
    order by substr(w.id, 5) desc limit $3`,
)
