import { choice, type RowOf, statement, text, texts } from '#db/statement.ts'
import type { SignIn } from './sign-in-policy.ts'

export type SignInPolicyRow = RowOf<typeof findSignInPolicy>

export const findSignInPolicy = statement(
  'find_sign_in_policy',
  {},
  `select id, sign_in, break_glass_ids, record from sign_in_policy
    where organization_id = :organization and is_current`,
)

/** Every change of the policy takes this lock, including the first, and reads the row afterwards. */
export const lockSignInPolicy = statement(
  'lock_sign_in_policy',
  {},
  'select pg_advisory_xact_lock(hashtextextended(:organization, 63))',
)

export const retireSignInPolicy = statement(
  'retire_sign_in_policy',
  {},
  'update sign_in_policy set is_current = false where organization_id = :organization and is_current',
)

export const insertSignInPolicy = statement(
  'insert_sign_in_policy',
  { id: text, signIn: choice<SignIn>, breakGlassIds: texts, record: text },
  `insert into sign_in_policy (organization_id, id, is_current, sign_in, break_glass_ids, record)
   values (:organization, :id, true, :signIn, :breakGlassIds, :record)`,
)

/** Returns a row for each session that it ended. */
export const endForbiddenSessions = statement(
  'end_forbidden_sessions',
  {},
  `delete from session s using person p
    where s.organization_id = :organization and p.organization_id = s.organization_id and p.id = s.person_id
      and not session_allowed(p.id, s.opened_with, p.record)
    returning s.id`,
)

/**
 * Finds a session of an administrator who signed in by single sign-on at the current provider: a change of the provider
 * ends sessions.
 */
export const findSignedOnAdministrator = statement(
  'find_signed_on_administrator',
  { now: text },
  `select s.id from session s join person p on p.organization_id = s.organization_id and p.id = s.person_id
    where s.organization_id = :organization and s.opened_with = 'single_sign_on' and s.expires_at > :now
      and p.role = 'admin' and not p.disabled limit 1`,
)

export const listAdministrators = statement(
  'list_active_administrators',
  {},
  `select record from person where organization_id = :organization and role = 'admin' and not disabled order by id`,
)
