import type { Role } from '#api/access.ts'
import { statement } from '#db/statement.ts'
import type { LoginRow } from './logins/queries.ts'
import type { SignedInWith } from './session.ts'

export const findServiceAccount = statement<{
  secret_hash: string
  scopes: string[]
  disabled: boolean
  record: string
}>(
  'find_service_account',
  'select secret_hash, scopes, disabled, record from service_account where organization_id = $1 and id = $2',
)

export interface ServiceAccountRow {
  id: string
  record: string
  /** Its newest row in the audit trail. */
  last_trace: string | null
}

const serviceAccountColumns = `a.id, a.record,
  (select e.id from audit_event e where e.organization_id = a.organization_id and e.actor_id = a.id
    order by e.id desc limit 1) as last_trace`

/** `organization_id, position, limit` */
export const listServiceAccounts = statement<ServiceAccountRow>(
  'list_service_account',
  `select ${serviceAccountColumns} from service_account a
    where a.organization_id = $1 and a.id < $2 order by a.id desc limit $3`,
)

export const getServiceAccount = statement<ServiceAccountRow>(
  'get_service_account',
  `select ${serviceAccountColumns} from service_account a where a.organization_id = $1 and a.id = $2`,
)

export const lockServiceAccount = statement<{ hash: string; record: string }>(
  'lock_service_account',
  'select secret_hash as hash, record from service_account where organization_id = $1 and id = $2 for update',
)

/** `organization_id, id, client_id, secret_hash, scopes, disabled, record, made_by (and shown the secret)` */
export const insertServiceAccount = statement(
  'insert_service_account',
  `insert into service_account
     (organization_id, id, client_id, secret_hash, scopes, disabled, record, made_by, secret_shown_to)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
)

/** `organization_id, id, secret_shown_to`; null for a secret that the operator's file names. */
export const noteSecretShown = statement(
  'note_secret_shown',
  'update service_account set secret_shown_to = $3 where organization_id = $1 and id = $2',
)

/** `organization_id, id, secret_hash, scopes, disabled, record` */
export const updateServiceAccount = statement(
  'update_service_account',
  `update service_account set secret_hash = $3, scopes = $4, disabled = $5, record = $6, revision = revision + 1
    where organization_id = $1 and id = $2`,
)

export const revokeTokens = statement(
  'revoke_tokens',
  'delete from access_token where organization_id = $1 and service_account_id = $2',
)

/** `organization_id, token_sha256, id, service_account_id, scopes, created_at, expires_at` */
export const insertAccessToken = statement(
  'insert_access_token',
  `insert into access_token (organization_id, token_sha256, id, service_account_id, scopes, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

export interface PersonRow {
  login_id: string
  role: Role
  disabled: boolean
  record: string
}

export const findPerson = statement<PersonRow>(
  'find_person',
  'select login_id, role, disabled, record from person where organization_id = $1 and id = $2',
)

/** A person with their login, both locked. */
export const lockPerson = statement<LoginRow & { login_id: string; record: string }>(
  'lock_person',
  `select p.login_id, p.record, l.* from person p cross join lateral lock_login(p.login_id) l
    where p.organization_id = $1 and p.id = $2 for update of p`,
)

/** One change of administrators at a time: two cannot each take the other's role away. */
export const lockAdministrators = statement<{ id: string }>(
  'lock_administrators',
  `select id from person where organization_id = $1 and role = 'admin' and not disabled order by id for update`,
)

/** `organization_id, id, role, disabled, record` */
export const updatePerson = statement(
  'update_person',
  'update person set role = $3, disabled = $4, record = $5 where organization_id = $1 and id = $2',
)

/** `organization_id, id, login_id, role, disabled, record` */
export const insertPerson = statement(
  'insert_person',
  'insert into person (organization_id, id, login_id, role, disabled, record) values ($1, $2, $3, $4, $5, $6)',
)

/** `organization_id, token_sha256, id, person_id, created_at, expires_at, opened_with, insecure, user_agent, address, confirmed_at` */
export const insertSession = statement(
  'insert_session',
  `insert into session (organization_id, token_sha256, id, person_id, created_at, expires_at, opened_with, insecure,
                        user_agent, address, confirmed_at, last_used_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $5)`,
)

/** None when the token is not the session's any more. `organization_id, token_sha256, new token_sha256, now` */
export const confirmSession = statement<{ expires_at: Date }>(
  'confirm_session',
  `update session set token_sha256 = $3, confirmed_at = $4 where organization_id = $1 and token_sha256 = $2
    returning expires_at`,
)

/** `organization_id, person_id, id` */
export const findOpenSession = statement<{
  record: string
  slug: string
  name: string
  opened_with: SignedInWith
  expires_at: Date
  insecure: boolean
}>(
  'find_open_session',
  `select p.record, o.slug, o.name, s.opened_with, s.expires_at, s.insecure
     from session s
     join person p on p.organization_id = s.organization_id and p.id = s.person_id
     join organization o on o.id = s.organization_id
    where s.organization_id = $1 and s.person_id = $2 and s.id = $3`,
)

export const deleteSession = statement('delete_session', 'delete from session where organization_id = $1 and id = $2')

/** As `deleteSession`; a row where there was one. */
export const endSessionById = statement<{ id: string }>(
  'end_session_by_id',
  'delete from session where organization_id = $1 and id = $2 returning id',
)

export const deleteSessionsOf = statement(
  'delete_sessions_of_person',
  'delete from session where organization_id = $1 and person_id = $2',
)

/** `organization_id, person_id, the session that stays` */
export const deleteOtherSessions = statement(
  'delete_other_sessions',
  'delete from session where organization_id = $1 and person_id = $2 and id <> $3',
)

/** `organization_id, person_id, id` */
export const deleteSessionOf = statement<{ id: string }>(
  'delete_session_of_person',
  'delete from session where organization_id = $1 and person_id = $2 and id = $3 returning id',
)

/** `organization_id, person_id, now, most, used since`; one row of nulls for a person without an open session, none for nobody. */
export const listOpenSessions = statement<
  | { id: null }
  | {
      id: string
      created_at: Date
      expires_at: Date
      last_used_at: Date
      user_agent: string | null
      address: string | null
      opened_with: SignedInWith
    }
>(
  'list_open_sessions',
  `select s.id, s.created_at, s.expires_at, s.last_used_at, s.user_agent, s.address, s.opened_with
     from person p
     left join session s on s.organization_id = p.organization_id and s.person_id = p.id and s.expires_at > $3
         and s.last_used_at > $5
    where p.organization_id = $1 and p.id = $2
    order by s.id desc
    limit $4`,
)

export const findOrganization = statement<{ slug: string; name: string }>(
  'find_organization',
  'select slug, name from organization where id = $1',
)

/** False once there is an administrator; earlier links are void. `token_sha256, now, expires_at` */
export const offerSetupLink = statement<{ offered: boolean }>(
  'offer_setup_link',
  'select offer_setup_link($1, $2, $3) as offered',
)

/** Where the administrator that a good link makes belongs. `token_sha256, now` */
export const organizationOfSetupLink = statement<{ id: string }>(
  'organization_of_setup_link',
  'select * from organization_of_setup_link($1, $2) as id',
)

/** What became of a link; null for one that nobody offered, or that a later one replaced. `token_sha256, now` */
export const stateOfSetupLink = statement<{ state: 'good' | 'used' | 'expired' | null }>(
  'state_of_setup_link',
  'select state_of_setup_link($1, $2) as state',
)

/** True for one of several that use a link at once, as long as there is no administrator. `token_sha256` */
export const useSetupLink = statement<{ used: boolean }>('use_setup_link', 'select use_setup_link($1) as used')

export const organizationsWithCredentialsToForget = statement<{ id: string }>(
  'organizations_with_credentials_to_forget',
  'select * from organizations_with_credentials_to_forget($1) as id',
)

/** `organization_id, expired until, limit of each kind`; answers how many were deleted. */
export const forgetCredentials = statement<{ forgotten: number }>(
  'forget_credentials',
  `with tokens as (
     delete from access_token where organization_id = $1 and token_sha256 in (
       select token_sha256 from access_token where organization_id = $1 and expires_at <= $2
        order by expires_at limit $3 for update skip locked)
     returning 1
   ), sessions as (
     delete from session where organization_id = $1 and token_sha256 in (
       select token_sha256 from session where organization_id = $1 and expires_at <= $2
        order by expires_at limit $3 for update skip locked)
     returning 1
   )
   select ((select count(*) from tokens) + (select count(*) from sessions))::int as forgotten`,
)
