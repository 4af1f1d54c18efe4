import { flag, nullable, number, type RowOf, statement, text } from '#db/statement.ts'

export type TokenRow = RowOf<typeof selectProvisioningTokens>

export const selectProvisioningTokens = statement(
  'list_provisioning_tokens',
  { position: text, limit: number },
  `select id, record, last_request_at, last_success_at from provisioning_token
    where organization_id = :organization and id < :position order by id desc limit :limit`,
)

export const lockProvisioningToken = statement(
  'lock_provisioning_token',
  { id: text },
  `select record, token_sha256, shown_to from provisioning_token
    where organization_id = :organization and id = :id for update`,
)

/** Serializes the requests that count the tokens of a workspace. */
export const lockTokens = statement(
  'lock_provisioning_tokens',
  {},
  `select pg_advisory_xact_lock(hashtextextended(:organization || ' provisioning_token', 13))`,
)

export const countLiveTokens = statement(
  'count_live_provisioning_tokens',
  { now: text },
  `select count(*)::int as live from provisioning_token
    where organization_id = :organization and not revoked and expires_at > :now`,
)

/** Also finds a token that was revoked or has expired. */
export const findTokenNamed = statement(
  'find_provisioning_token_named',
  { name: text },
  `select id from provisioning_token
    where organization_id = :organization and record::json ->> 'name' = :name limit 1`,
)

export const insertProvisioningToken = statement(
  'insert_provisioning_token',
  { id: text, tokenSha256: text, expiresAt: text, shownTo: nullable(text), record: text },
  `insert into provisioning_token (organization_id, id, token_sha256, expires_at, revoked, shown_to, record)
   values (:organization, :id, :tokenSha256, :expiresAt, false, :shownTo, :record)`,
)

export const updateProvisioningToken = statement(
  'update_provisioning_token',
  {
    id: text,
    tokenSha256: text,
    previousSha256: nullable(text),
    previousUntil: nullable(text),
    expiresAt: text,
    revoked: flag,
    shownTo: nullable(text),
    previousShownTo: nullable(text),
    record: text,
  },
  `update provisioning_token
      set token_sha256 = :tokenSha256, previous_sha256 = :previousSha256, previous_until = :previousUntil,
          expires_at = :expiresAt, revoked = :revoked, shown_to = :shownTo, previous_shown_to = :previousShownTo,
          record = :record
    where organization_id = :organization and id = :id`,
)

export const selectScimEvents = statement(
  'list_scim_events',
  { position: text, limit: number },
  `select id, record from scim_event
    where organization_id = :organization and id < :position order by id desc limit :limit`,
)

export const listFailedScimEvents = statement(
  'list_failed_scim_events',
  { position: text, limit: number },
  `select id, record from scim_event
    where organization_id = :organization and failed and id < :position order by id desc limit :limit`,
)
