import { narrows, nullable, number, type RowOf, statement, text, texts } from '#db/statement.ts'

export const findClient = statement(
  'find_client',
  { clientId: text },
  'select * from organization_of_client(:clientId)',
)

/** Adds the sign-in name of a service account, in the transaction's organization. */
export const addClientName = statement(
  'name_client',
  { clientId: text, serviceAccountId: text },
  'select name_client(:clientId, :serviceAccountId)',
)

/** Finds the person of an address, in the transaction's organization. */
export const findPersonAt = statement('find_person_at', { address: text }, 'select * from person_at(:address)')

/** A login of an address, with its person in one organization. */
export interface LoginAt {
  login_id: string
  password_hash: string | null
  /** Whether a second factor was confirmed. */
  second_factor: boolean
  organization_id: string
  subject_id: string
}

/** The logins of an address, oldest first. */
export const findLoginsAt = statement('find_logins_at', { address: text }, 'select * from logins_at(:address)')

/** A person whom a login opens, with their organization. */
export type EntranceRow = RowOf<typeof findEntrance>

export const findEntrance = statement(
  'find_entrance',
  { personId: text },
  `select p.role, p.disabled, p.record, o.slug, o.name from person p join organization o on o.id = p.organization_id
    where p.organization_id = :organization and p.id = :personId`,
)

export type Membership = RowOf<typeof listMemberships>

export const listMemberships = statement(
  'memberships_of_login',
  { loginId: text },
  'select * from memberships_of(:loginId)',
)

/** A login as stored. The columns of the second factor are null if there is no second factor. */
export type LoginRow = RowOf<typeof findLogin>

export const findLogin = statement('find_login', { loginId: text }, 'select * from find_login(:loginId)')
export const lockLogin = statement('lock_login', { loginId: text }, 'select * from lock_login(:loginId)')

export const insertLogin = statement(
  'insert_login',
  { id: text, address: text, passwordHash: nullable(text), createdAt: text },
  'select make_login(:id, :address, :passwordHash, :createdAt)',
)

export const copyLogin = statement(
  'copy_login',
  { id: text, originalId: text, createdAt: text },
  'select copy_login(:id, :originalId, :createdAt)',
)

/** Writes all columns of a login. */
export const changeLogin = statement(
  'change_login',
  {
    id: text,
    passwordHash: nullable(text),
    totpSecret: nullable(text),
    totpSealedFor: nullable(text),
    totpConfirmedAt: nullable(text),
    lastStep: number,
    wrongCodes: number,
    wrongAt: nullable(text),
    recoveryCodes: texts,
  },
  'select change_login(:id, :passwordHash, :totpSecret, :totpSealedFor, :totpConfirmedAt, :lastStep, :wrongCodes, :wrongAt, :recoveryCodes)',
)

/** Adds the sign-in name of a person, in the transaction's organization. */
export const addPersonName = statement(
  'name_person',
  { address: text, personId: text, loginId: text },
  'select name_person(:address, :personId, :loginId)',
)

/** Moves a person's sign-in name to another login, in the transaction's organization. */
export const assignLogin = statement(
  'assign_login',
  { personId: text, loginId: text },
  'select give_login(:personId, :loginId)',
)

export const setLoginOf = statement(
  'set_login_of_person',
  { personId: text, loginId: text },
  'update person set login_id = :loginId where organization_id = :organization and id = :personId',
)

/** `proved_at` is when the person last proved their identity. */
export const findOwnSession = statement(
  'find_own_session',
  { personId: text, sessionId: text },
  `select opened_with, confirmed_at as proved_at, expires_at from session
    where organization_id = :organization and person_id = :personId and id = :sessionId`,
)

export const requestLoginLink = statement(
  'request_login_link',
  { address: text, tokenSha256: text, now: text, expiresAt: text, pausedSince: text },
  'select ask_login_link(:address, :tokenSha256, :now, :expiresAt, :pausedSince) as made',
)

export const findLoginLink = statement(
  'find_login_link',
  { tokenSha256: text, now: text },
  'select * from find_login_link(:tokenSha256, :now)',
)

export const useLoginLink = statement(
  'use_login_link',
  { tokenSha256: text },
  'select use_login_link(:tokenSha256) as used',
)

/** Why a mailed link does not work. */
export const findSpentReason = statement(
  'find_spent_reason_of_login_link',
  { tokenSha256: text },
  'select why_login_link_is_spent(:tokenSha256) as why',
  narrows<{ why: 'used' | 'expired' | null }>,
)

export const forgetLoginLinks = statement(
  'forget_login_links',
  { until: text },
  'select forget_login_links(:until) as forgotten',
)
