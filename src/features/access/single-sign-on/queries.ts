import { statement } from '#db/statement.ts'
import type { DomainRow } from './domain.ts'

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

const columns = 'domain, named, proved_at, checked_at, missing_since'

export const listDomains = statement<DomainRow>(
  'list_sign_on_domains',
  `select ${columns} from sign_on_domain where organization_id = $1 order by domain`,
)

/** `organization_id, domain` */
export const lockDomain = statement<DomainRow>(
  'lock_sign_on_domain',
  `select ${columns} from sign_on_domain where organization_id = $1 and domain = $2 for update`,
)

/** `organization_id, domain, proved_at, checked_at, missing_since` */
export const writeDomain = statement(
  'write_sign_on_domain',
  `update sign_on_domain set proved_at = $3, checked_at = $4, missing_since = $5
    where organization_id = $1 and domain = $2`,
)

/** `organization_id, domain` */
export const nameDomain = statement(
  'name_sign_on_domain',
  `insert into sign_on_domain (organization_id, domain, named) values ($1, $2, true)
   on conflict (organization_id, domain) do update set named = true`,
)

/** Ends the claims to other domains; what the operator named stays. `organization_id, domains` */
export const keepDomains = statement(
  'keep_sign_on_domains',
  'delete from sign_on_domain where organization_id = $1 and not named and domain <> all ($2::text[])',
)

/** `organization_id, domains` */
export const claimDomains = statement(
  'claim_sign_on_domains',
  `insert into sign_on_domain (organization_id, domain) select $1, unnest($2::text[])
   on conflict (organization_id, domain) do nothing`,
)

/** Those of which the domain counts. `domain` */
export const organizationsOfDomain = statement<{ id: string }>(
  'organizations_of_domain',
  'select * from organizations_of_domain($1) as id',
)

export const organizationsWithDomains = statement<{ id: string }>(
  'organizations_with_sign_on_domains',
  'select * from organizations_with_sign_on_domains() as id',
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
