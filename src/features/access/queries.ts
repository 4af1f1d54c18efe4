import type { Transaction } from '#db/database.ts'
import { choice, flag, narrows, nullable, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import type { Role } from '#http/access.ts'
import type { SignedInWith } from './signed-in-with.ts'

export const findServiceAccount = statement(
  'find_service_account',
  { id: text },
  'select secret_hash, scopes, disabled, record from service_account where organization_id = :organization and id = :id',
)

export interface ServiceAccountRow {
  id: string
  record: string
  /** The id of the account's newest audit row. */
  last_trace: string | null
}

const serviceAccountColumns = `a.id, a.record,
  (select e.id from audit_event e where e.organization_id = a.organization_id and e.actor_id = a.id
    order by e.id desc limit 1) as last_trace`

export const selectServiceAccounts = statement(
  'list_service_account',
  { position: text, limit: number },
  `select ${serviceAccountColumns} from service_account a
    where a.organization_id = :organization and a.id < :position order by a.id desc limit :limit`,
)

export const selectServiceAccount = statement(
  'get_service_account',
  { id: text },
  `select ${serviceAccountColumns} from service_account a where a.organization_id = :organization and a.id = :id`,
)

export const lockServiceAccount = statement(
  'lock_service_account',
  { id: text },
  `select secret_hash as hash, made_by, secret_shown_to, record from service_account
    where organization_id = :organization and id = :id for update`,
)

export const insertServiceAccount = statement(
  'insert_service_account',
  { id: text, clientId: text, secretHash: text, scopes: texts, disabled: flag, record: text, madeBy: nullable(text) },
  `insert into service_account
     (organization_id, id, client_id, secret_hash, scopes, disabled, record, made_by, secret_shown_to)
   values (:organization, :id, :clientId, :secretHash, :scopes, :disabled, :record, :madeBy, :madeBy)`,
)

/** Records to whom a secret was shown; null for a secret from the operator's file. */
export const recordSecretShown = statement(
  'record_secret_shown',
  { id: text, secretShownTo: nullable(text) },
  'update service_account set secret_shown_to = :secretShownTo where organization_id = :organization and id = :id',
)

export const updateServiceAccountRow = statement(
  'update_service_account',
  { id: text, secretHash: nullable(text), scopes: texts, disabled: flag, record: text },
  `update service_account set secret_hash = :secretHash, scopes = :scopes, disabled = :disabled, record = :record, revision = revision + 1
    where organization_id = :organization and id = :id`,
)

export const revokeTokens = statement(
  'revoke_tokens',
  { serviceAccountId: text },
  'delete from access_token where organization_id = :organization and service_account_id = :serviceAccountId',
)

export const insertAccessToken = statement(
  'insert_access_token',
  { tokenSha256: text, id: text, serviceAccountId: text, scopes: texts, createdAt: text, expiresAt: text },
  `insert into access_token (organization_id, token_sha256, id, service_account_id, scopes, created_at, expires_at)
   values (:organization, :tokenSha256, :id, :serviceAccountId, :scopes, :createdAt, :expiresAt)`,
)

export type PersonRow = RowOf<typeof findPerson>

export const findPerson = statement(
  'find_person',
  { id: text },
  'select login_id, role, disabled, record from person where organization_id = :organization and id = :id',
)

const lockPersonWithLogin = statement(
  'lock_person',
  { id: text },
  `select p.login_id, p.record, l.* from person p cross join lateral lock_login(p.login_id) l
    where p.organization_id = :organization and p.id = :id and l.id = p.login_id for update of p`,
)

/**
 * Locks and returns a person with their login. The statement finds no row if the person gets another login while it
 * waits for the lock; it then runs once more.
 */
export const lockPerson = async (tx: Pick<Transaction, 'query'>, id: string) => {
  const rows = await tx.query(lockPersonWithLogin, { id })
  return rows.length > 0 ? rows : tx.query(lockPersonWithLogin, { id })
}

/** Serializes changes of administrators, so that two administrators cannot each revoke the other's role. */
export const lockAdministrators = statement(
  'lock_administrators',
  {},
  `select id from person where organization_id = :organization and role = 'admin' and not disabled order by id for update`,
)

export const updatePersonRow = statement(
  'update_person',
  { id: text, role: choice<Role>, disabled: flag, record: text },
  'update person set role = :role, disabled = :disabled, record = :record where organization_id = :organization and id = :id',
)

export const insertPerson = statement(
  'insert_person',
  { id: text, loginId: text, role: choice<Role>, disabled: flag, record: text },
  'insert into person (organization_id, id, login_id, role, disabled, record) values (:organization, :id, :loginId, :role, :disabled, :record)',
)

export const insertSession = statement(
  'insert_session',
  {
    tokenSha256: text,
    id: text,
    personId: text,
    createdAt: text,
    expiresAt: text,
    openedWith: choice<SignedInWith>,
    insecure: flag,
    userAgent: nullable(text),
    address: nullable(text),
    confirmedAt: nullable(text),
    issuer: nullable(text),
    sidSha256: nullable(text),
    idToken: nullable(text),
  },
  `insert into session (organization_id, token_sha256, id, person_id, created_at, expires_at, opened_with, insecure,
                        user_agent, address, confirmed_at, last_used_at, issuer, sid_sha256, id_token)
   values (:organization, :tokenSha256, :id, :personId, :createdAt, :expiresAt, :openedWith, :insecure, :userAgent, :address, :confirmedAt, :createdAt,
           :issuer, :sidSha256, :idToken)`,
)

/** Returns no row if the token is no longer the session's. */
export const updateConfirmation = statement(
  'confirm_session',
  { tokenSha256: text, nextSha256: text, now: text },
  `update session set token_sha256 = :nextSha256, confirmed_at = :now where organization_id = :organization and token_sha256 = :tokenSha256
    returning expires_at`,
)

export const findOpenSession = statement(
  'find_open_session',
  { personId: text, id: text },
  `select p.record, p.language, p.time_zone, p.date_format, o.slug, o.name, o.factor_rules, s.opened_with, s.expires_at, s.insecure
     from session s
     join person p on p.organization_id = s.organization_id and p.id = s.person_id
     join organization o on o.id = s.organization_id
    where s.organization_id = :organization and s.person_id = :personId and s.id = :id`,
)

/** Returns a row if the session existed. */
export const endSessionById = statement(
  'end_session_by_id',
  { id: text },
  'delete from session where organization_id = :organization and id = :id returning id',
)

export const deleteSessionsOf = statement(
  'delete_sessions_of_person',
  { personId: text },
  'delete from session where organization_id = :organization and person_id = :personId',
)

export const deleteOtherSessions = statement(
  'delete_other_sessions',
  { personId: text, id: text },
  'delete from session where organization_id = :organization and person_id = :personId and id <> :id',
)

export const deleteSessionOf = statement(
  'delete_session_of_person',
  { personId: text, id: text },
  'delete from session where organization_id = :organization and person_id = :personId and id = :id returning id',
)

/** Returns one row of nulls for a person without an open session, and no row for an unknown person. */
export const listOpenSessions = statement(
  'list_open_sessions',
  { personId: text, now: text, limit: number, usedSince: text },
  `select s.id, s.created_at, s.expires_at, s.last_used_at, s.user_agent, s.address, s.opened_with
     from person p
     left join session s on s.organization_id = p.organization_id and s.person_id = p.id and s.expires_at > :now
         and s.last_used_at > :usedSince
    where p.organization_id = :organization and p.id = :personId
    order by s.id desc
    limit :limit`,
  narrows<
    { id: string; created_at: Date; expires_at: Date; last_used_at: Date; opened_with: SignedInWith } | { id: null }
  >,
)

export const findOrganization = statement(
  'find_organization',
  {},
  'select slug, name, sample from organization where id = :organization',
)

/** Stores a setup link and voids earlier ones. Returns false once an administrator exists. */
export const offerSetupLink = statement(
  'offer_setup_link',
  { tokenSha256: text, now: text, expiresAt: text },
  'select offer_setup_link(:tokenSha256, :now, :expiresAt) as offered',
)

/** The organization for which a valid link creates an administrator. */
export const organizationOfSetupLink = statement(
  'organization_of_setup_link',
  { tokenSha256: text, now: text },
  'select * from organization_of_setup_link(:tokenSha256, :now) as id',
)

/** The state of a link; null if it was never offered or a later link replaced it. */
export const stateOfSetupLink = statement(
  'state_of_setup_link',
  { tokenSha256: text, now: text },
  'select state_of_setup_link(:tokenSha256, :now) as state',
  narrows<{ state: 'good' | 'used' | 'expired' | null }>,
)

/** Returns true for only one of several concurrent uses of a link, and only while no administrator exists. */
export const useSetupLink = statement(
  'use_setup_link',
  { tokenSha256: text },
  'select use_setup_link(:tokenSha256) as used',
)

/** Null keeps the current value. */
export const setNameAndTimeZone = statement(
  'set_name_and_time_zone',
  { name: nullable(text), timeZone: nullable(text) },
  `update organization set name = coalesce(:name, name), time_zone = coalesce(:timeZone, time_zone)
    where id = :organization`,
)

export const organizationsWithCredentialsToForget = statement(
  'organizations_with_credentials_to_forget',
  { until: text },
  'select * from organizations_with_credentials_to_forget(:until) as id',
)

/** Returns the number of deleted rows. */
export const forgetCredentials = statement(
  'forget_credentials',
  { until: text, limit: number },
  `with old_tokens as (
     select token_sha256 from access_token where organization_id = :organization and expires_at <= :until
      order by expires_at limit :limit for update skip locked
   ), old_sessions as (
     select token_sha256 from session where organization_id = :organization and expires_at <= :until
      order by expires_at limit :limit for update skip locked
   ), tokens as (
     delete from access_token t using old_tokens o
      where t.organization_id = :organization and t.token_sha256 = o.token_sha256 returning 1
   ), sessions as (
     delete from session s using old_sessions o
      where s.organization_id = :organization and s.token_sha256 = o.token_sha256 returning 1
   )
   select ((select count(*) from tokens) + (select count(*) from sessions))::int as forgotten`,
)
