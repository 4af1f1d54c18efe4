import { statement } from '#db/statement.ts'

/** A row of the settings that are in force. */
export interface ProviderRow {
  id: string
  client_secret: string
  /** The metadata of the provider, as JSON. */
  metadata: string
  record: string
}

export const findProvider = statement<ProviderRow>(
  'find_identity_provider',
  `select id, client_secret, metadata, record from identity_provider where organization_id = $1 and is_current`,
)

export const lockProvider = statement<ProviderRow>(
  'lock_identity_provider',
  `select id, client_secret, metadata, record from identity_provider where organization_id = $1 and is_current
    for update`,
)

/** Its secret is not kept. */
export const retireProvider = statement(
  'retire_identity_provider',
  `update identity_provider set is_current = false, client_secret = '' where organization_id = $1 and is_current`,
)

/** `organization_id, id, client_secret, metadata, record` */
export const insertProvider = statement(
  'insert_identity_provider',
  `insert into identity_provider (organization_id, id, is_current, client_secret, metadata, record)
   values ($1, $2, true, $3, $4, $5)`,
)

export const clearDomains = statement('clear_sign_on_domains', 'delete from sign_on_domain where organization_id = $1')

export const insertDomains = statement(
  'insert_sign_on_domains',
  'insert into sign_on_domain (domain, organization_id) select unnest($2::text[]), $1',
)

export const findDomain = statement<{ organization_id: string }>(
  'find_sign_on_domain',
  'select organization_id from sign_on_domain where domain = $1',
)

/** `organization_id, state_sha256, now`; the row is there once. */
export const markState = statement<{ state_sha256: string }>(
  'use_sign_on_state',
  `insert into used_sign_on (organization_id, state_sha256, used_at) values ($1, $2, $3)
   on conflict do nothing returning state_sha256`,
)

export const forgetStates = statement(
  'forget_sign_on_states',
  'delete from used_sign_on where organization_id = $1 and used_at <= $2',
)

/** `organization_id, issuer, subject` */
export const findIdentity = statement<{ person_id: string }>(
  'find_person_identity',
  'select person_id from person_identity where organization_id = $1 and issuer = $2 and subject = $3',
)

/** `organization_id, issuer, subject, person_id, created_at` */
export const insertIdentity = statement(
  'insert_person_identity',
  `insert into person_identity (organization_id, issuer, subject, person_id, created_at)
   values ($1, $2, $3, $4, $5)`,
)

export const forgetIdentities = statement(
  'forget_person_identities',
  'delete from person_identity where organization_id = $1',
)
