import { nullable, type RowOf, statement, text, texts } from '#db/statement.ts'

/** The row of the current settings. */
export interface IdentityProviderRow {
  id: string
  client_secret: string
  /** The metadata of the provider, as JSON. */
  metadata: string
  record: string
}

export const findIdentityProvider = statement(
  'find_identity_provider',
  {},
  `select id, client_secret, metadata, record from identity_provider where organization_id = :organization and is_current`,
)

export const lockIdentityProvider = statement(
  'lock_identity_provider',
  {},
  `select id, client_secret, metadata, record from identity_provider where organization_id = :organization and is_current
    for update`,
)

/** Retires the current settings and deletes their secret. */
export const retireProvider = statement(
  'retire_identity_provider',
  {},
  `update identity_provider set is_current = false, client_secret = '' where organization_id = :organization and is_current`,
)

export const insertProvider = statement(
  'insert_identity_provider',
  { id: text, clientSecret: text, metadata: text, record: text },
  `insert into identity_provider (organization_id, id, is_current, client_secret, metadata, record)
   values (:organization, :id, true, :clientSecret, :metadata, :record)`,
)

const columns = 'domain, named, proved_at, checked_at, missing_since'

export const listDomains = statement(
  'list_sign_on_domains',
  {},
  `select ${columns} from sign_on_domain where organization_id = :organization order by domain`,
)

export const lockDomain = statement(
  'lock_sign_on_domain',
  { domain: text },
  `select ${columns} from sign_on_domain where organization_id = :organization and domain = :domain for update`,
)

export const writeDomain = statement(
  'write_sign_on_domain',
  { domain: text, provedAt: nullable(text), checkedAt: text, missingSince: nullable(text) },
  `update sign_on_domain set proved_at = :provedAt, checked_at = :checkedAt, missing_since = :missingSince
    where organization_id = :organization and domain = :domain`,
)

export const nameDomain = statement(
  'name_sign_on_domain',
  { domain: text },
  `insert into sign_on_domain (organization_id, domain, named) values (:organization, :domain, true)
   on conflict (organization_id, domain) do update set named = true`,
)

/** Deletes all other domains, except those that the operator named. */
export const deleteOtherDomains = statement(
  'keep_sign_on_domains',
  { domains: texts },
  'delete from sign_on_domain where organization_id = :organization and not named and domain <> all (:domains::text[])',
)

export const claimDomains = statement(
  'claim_sign_on_domains',
  { domains: texts },
  `insert into sign_on_domain (organization_id, domain) select :organization, unnest(:domains::text[])
   on conflict (organization_id, domain) do nothing`,
)

export interface ClientKeyRow {
  id: string
  /** A JSON Web Key, as JSON. */
  public_key: string
  private_key: string
  created_at: Date
  signs_from: Date
  published_until: Date | null
}

/** The published keys, oldest first. */
export const findClientKeys = statement(
  'find_sign_on_keys',
  { now: text },
  `select id, public_key, private_key, created_at, signs_from, published_until from sign_on_key
    where organization_id = :organization and (published_until is null or published_until > :now) order by id`,
)

export const retireClientKey = statement(
  'retire_sign_on_key',
  { until: text },
  'update sign_on_key set published_until = :until where organization_id = :organization and published_until is null',
)

export const insertClientKey = statement(
  'insert_sign_on_key',
  { id: text, publicKey: text, privateKey: text, createdAt: text, signsFrom: text },
  `insert into sign_on_key (organization_id, id, public_key, private_key, created_at, signs_from)
   values (:organization, :id, :publicKey, :privateKey, :createdAt, :signsFrom)`,
)

/** Deletes the keys whose publication ends at or before a time; all keys if the time is null. */
export const forgetClientKeys = statement(
  'forget_sign_on_keys',
  { until: nullable(text) },
  `delete from sign_on_key
    where organization_id = :organization and (:until::timestamptz is null or published_until <= :until::timestamptz)`,
)

/** Finds the workspaces that have proved the domain, or for which the operator named it. */
export const organizationsOfDomain = statement(
  'organizations_of_domain',
  { domain: text },
  'select * from organizations_of_domain(:domain) as id',
)

export const organizationsWithDomains = statement(
  'organizations_with_sign_on_domains',
  {},
  'select * from organizations_with_sign_on_domains() as id',
)

/** Marks a state as used. Returns a row only the first time. */
export const markStateUsed = statement(
  'use_sign_on_state',
  { stateSha256: text, now: text },
  `insert into used_sign_on (organization_id, state_sha256, used_at) values (:organization, :stateSha256, :now)
   on conflict do nothing returning state_sha256`,
)

export const forgetStates = statement(
  'forget_sign_on_states',
  { until: text },
  'delete from used_sign_on where organization_id = :organization and used_at <= :until',
)

export const findIdentity = statement(
  'find_person_identity',
  { issuer: text, subject: text },
  'select person_id from person_identity where organization_id = :organization and issuer = :issuer and subject = :subject',
)

export const findIdentityOf = statement(
  'find_identity_of_person',
  { personId: text, issuer: text },
  'select subject from person_identity where organization_id = :organization and person_id = :personId and issuer = :issuer',
)

export const insertIdentity = statement(
  'insert_person_identity',
  { issuer: text, subject: text, personId: text, createdAt: text, linkedBy: text },
  `insert into person_identity (organization_id, issuer, subject, person_id, created_at, linked_by)
   values (:organization, :issuer, :subject, :personId, :createdAt, :linkedBy)`,
)

export const listLinkedPeople = statement(
  'list_people_with_identities',
  {},
  'select distinct person_id from person_identity where organization_id = :organization order by person_id',
)

/**
 * Lists everyone who ever chose a provider with this issuer; they may control it regardless of later changes. For a
 * change that a second administrator confirmed, these are the requester and the people who could act as the requester
 * at that time.
 */
export const listPeopleWhoChoseProvider = statement(
  'list_setters_of_identity_provider',
  { issuer: text },
  `select distinct p.id from identity_provider i
     join audit_event e on e.organization_id = i.organization_id and e.resource_id = i.id
     left join approval_request a on a.organization_id = i.organization_id and a.resource_id = i.id
       and a.kind = 'identity_provider_change' and a.status = 'confirmed'
     join person p on p.organization_id = e.organization_id
       and p.id = any (coalesce(a.hands, array[e.actor_id::text]))
    where i.organization_id = :organization and i.record::json ->> 'issuer' = :issuer
      and e.action = 'identity_provider.set' and e.record::json ->> 'outcome' = 'done'
      and e.record::json ->> 'beforeDigest' is null order by p.id`,
)

/**
 * Ends all sessions opened by single sign-on, since a person who controls the provider may have opened them as someone
 * else.
 */
export const endSignOnSessions = statement(
  'end_single_sign_on_sessions',
  {},
  `delete from session where organization_id = :organization and opened_with = 'single_sign_on'`,
)

/**
 * Ends the sessions that belong to a session at the provider, or to a person if our session has no session id. Returns
 * the `person_id` of each ended session.
 */
export const endSessionsOfProvider = statement(
  'end_sessions_of_provider',
  { issuer: text, sidSha256: nullable(text), personId: nullable(text) },
  `delete from session
    where organization_id = :organization and opened_with = 'single_sign_on' and coalesce(issuer, :issuer) = :issuer
      and (:personId::text is null or person_id = :personId)
      and (sid_sha256 = :sidSha256 or (:personId is not null and (:sidSha256::text is null or sid_sha256 is null)))
    returning person_id`,
)

export type ClosedSession = RowOf<typeof closeSession>

export const closeSession = statement(
  'close_session',
  { id: text },
  'delete from session where organization_id = :organization and id = :id returning issuer, id_token',
)
