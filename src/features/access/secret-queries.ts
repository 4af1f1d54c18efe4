import { narrows, number, statement, text } from '#db/statement.ts'

/** Service accounts whose current secret a person was shown, newest first. */
export const secretsShownTo = statement(
  'find_secrets_shown_to_person',
  { personId: text, limit: number },
  `select record from service_account
    where organization_id = :organization and secret_shown_to = :personId order by id desc limit :limit`,
)

/** Guests whose valid link a person was shown because it could not be mailed, newest first. */
export const guestsShownTo = statement(
  'find_guest_links_shown_to_person',
  { personId: text, now: text, limit: number },
  `select g.record, r.record::json ->> 'assessmentId' as assessment_id from room_guest g
     join room r on r.organization_id = g.organization_id and r.id = g.room_id and r.record::json ->> 'status' = 'open'
    where g.organization_id = :organization and g.status = 'invited' and g.expires_at > :now
      and g.record::json ->> 'invitedBy' = :personId and g.record::json ->> 'mailed' = 'false'
    order by g.id desc limit :limit`,
  narrows<{ assessment_id: string }>,
)

/** Valid tokens whose text a person was shown. The previous text counts while it still works. */
export const provisioningTokensShownTo = statement(
  'find_provisioning_tokens_shown_to_person',
  { personId: text, now: text, limit: number },
  `select record from provisioning_token
    where organization_id = :organization and not revoked and expires_at > :now
      and (shown_to = :personId or previous_shown_to = :personId and previous_until > :now)
    order by id desc limit :limit`,
)
