import { statement } from '#db/statement.ts'

export interface ClientName {
  organization_id: string
  subject_id: string
}

export const findClient = statement<ClientName>('find_client', 'select * from organization_of_client($1)')

/** Within the organization of the transaction. `client_id, service_account_id` */
export const nameClient = statement('name_client', 'select name_client($1, $2)')

/** Within the organization of the transaction. `address` */
export const findPersonAt = statement<{ subject_id: string }>('find_person_at', 'select * from person_at($1)')

/** A login of an address, with the person that it has in one organization. */
export interface LoginAt {
  login_id: string
  password_hash: string | null
  /** Whether a second factor was confirmed. */
  second_factor: boolean
  organization_id: string
  subject_id: string
}

/** Oldest first. `address` */
export const findLoginsAt = statement<LoginAt>('find_logins_at', 'select * from logins_at($1)')

export interface Membership {
  organization_id: string
  subject_id: string
}

/** `login_id` */
export const membershipsOf = statement<Membership>('memberships_of_login', 'select * from memberships_of($1)')

/** A login as it is stored; what is null of the second factor is null where there is none. */
export interface LoginRow {
  id: string
  password_hash: string | null
  totp_secret: string | null
  totp_sealed_for: string | null
  totp_confirmed_at: Date | null
  last_step: number
  wrong_codes: number
  wrong_at: Date | null
  recovery_codes: string[]
}

export const findLogin = statement<LoginRow>('find_login', 'select * from find_login($1)')
export const lockLogin = statement<LoginRow>('lock_login', 'select * from lock_login($1)')

/** `id, address, password_hash, created_at` */
export const makeLogin = statement('make_login', 'select make_login($1, $2, $3, $4)')

/** `id, id of the original, created_at` */
export const copyLogin = statement('copy_login', 'select copy_login($1, $2, $3)')

/** All of a row, in its order. */
export const changeLogin = statement('change_login', 'select change_login($1, $2, $3, $4, $5, $6, $7, $8, $9)')

/** Within the organization of the transaction. `address, person_id, login_id` */
export const namePerson = statement('name_person', 'select name_person($1, $2, $3)')

/** Within the organization of the transaction. `person_id, login_id` */
export const giveLogin = statement('give_login', 'select give_login($1, $2)')

/** `organization_id, person_id, login_id` */
export const setLoginOf = statement(
  'set_login_of_person',
  'update person set login_id = $3 where organization_id = $1 and id = $2',
)

/** `proved_at`: when they last proved who they are. `organization_id, person_id, session_id` */
export const findOwnSession = statement<{ opened_with: string; proved_at: Date | null; expires_at: Date }>(
  'find_own_session',
  `select opened_with, confirmed_at as proved_at, expires_at from session
    where organization_id = $1 and person_id = $2 and id = $3`,
)

/** `address, token_sha256, now, expires_at, beginning of the pause` */
export const askLoginLink = statement<{ made: boolean }>(
  'ask_login_link',
  'select ask_login_link($1, $2, $3, $4, $5) as made',
)

/** `token_sha256, now` */
export const findLoginLink = statement<{ address: string; expires_at: Date }>(
  'find_login_link',
  'select * from find_login_link($1, $2)',
)

/** `token_sha256` */
export const useLoginLink = statement<{ used: boolean }>('use_login_link', 'select use_login_link($1) as used')

/** Why a link of an address opens nothing. `token_sha256` */
export const whyLoginLinkIsSpent = statement<{ why: 'used' | 'expired' | null }>(
  'why_login_link_is_spent',
  'select why_login_link_is_spent($1) as why',
)

/** `expired until` */
export const forgetLoginLinks = statement<{ forgotten: number }>(
  'forget_login_links',
  'select forget_login_links($1) as forgotten',
)
