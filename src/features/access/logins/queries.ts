import type { Role } from '#api/access.ts'
import { nullable, number, rows, statement, text, texts } from '#db/statement.ts'
import type { SignedInWith } from '#src/features/access/signed-in-with.ts'

export interface ClientName {
  organization_id: string
  subject_id: string
}

export const findClient = statement(
  'find_client',
  { clientId: text },
  'select * from organization_of_client(:clientId)',
  rows<ClientName>,
)

/** Within the organization of the transaction. */
export const nameClient = statement(
  'name_client',
  { clientId: text, serviceAccountId: text },
  'select name_client(:clientId, :serviceAccountId)',
)

/** Within the organization of the transaction. */
export const findPersonAt = statement(
  'find_person_at',
  { address: text },
  'select * from person_at(:address)',
  rows<{ subject_id: string }>,
)

/** A login of an address, with its person in one organization. */
export interface LoginAt {
  login_id: string
  password_hash: string | null
  /** Whether a second factor was confirmed. */
  second_factor: boolean
  organization_id: string
  subject_id: string
}

/** Oldest first. */
export const findLoginsAt = statement(
  'find_logins_at',
  { address: text },
  'select * from logins_at(:address)',
  rows<LoginAt>,
)

/** A person that a login leads to, with the organization they belong to. */
export interface EntranceRow {
  role: Role
  disabled: boolean
  record: string
  slug: string
  name: string
}

export const findEntrance = statement(
  'find_entrance',
  { personId: text },
  `select p.role, p.disabled, p.record, o.slug, o.name from person p join organization o on o.id = p.organization_id
    where p.organization_id = :organization and p.id = :personId`,
  rows<EntranceRow>,
)

export interface Membership {
  organization_id: string
  subject_id: string
}

export const membershipsOf = statement(
  'memberships_of_login',
  { loginId: text },
  'select * from memberships_of(:loginId)',
  rows<Membership>,
)

/** A login as it is stored; the columns of the second factor are null without one. */
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

export const findLogin = statement(
  'find_login',
  { loginId: text },
  'select * from find_login(:loginId)',
  rows<LoginRow>,
)
export const lockLogin = statement(
  'lock_login',
  { loginId: text },
  'select * from lock_login(:loginId)',
  rows<LoginRow>,
)

export const makeLogin = statement(
  'make_login',
  { id: text, address: text, passwordHash: nullable(text), createdAt: text },
  'select make_login(:id, :address, :passwordHash, :createdAt)',
)

export const copyLogin = statement(
  'copy_login',
  { id: text, originalId: text, createdAt: text },
  'select copy_login(:id, :originalId, :createdAt)',
)

/** All columns of a row, in its order. */
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

/** Within the organization of the transaction. */
export const namePerson = statement(
  'name_person',
  { address: text, personId: text, loginId: text },
  'select name_person(:address, :personId, :loginId)',
)

/** Within the organization of the transaction. */
export const giveLogin = statement(
  'give_login',
  { personId: text, loginId: text },
  'select give_login(:personId, :loginId)',
)

export const setLoginOf = statement(
  'set_login_of_person',
  { personId: text, loginId: text },
  'update person set login_id = :loginId where organization_id = :organization and id = :personId',
)

/** `proved_at`: when they last proved who they are. */
export const findOwnSession = statement(
  'find_own_session',
  { personId: text, sessionId: text },
  `select opened_with, confirmed_at as proved_at, expires_at from session
    where organization_id = :organization and person_id = :personId and id = :sessionId`,
  rows<{ opened_with: SignedInWith; proved_at: Date | null; expires_at: Date }>,
)

export const askLoginLink = statement(
  'ask_login_link',
  { address: text, tokenSha256: text, now: text, expiresAt: text, pausedSince: text },
  'select ask_login_link(:address, :tokenSha256, :now, :expiresAt, :pausedSince) as made',
  rows<{ made: boolean }>,
)

export const findLoginLink = statement(
  'find_login_link',
  { tokenSha256: text, now: text },
  'select * from find_login_link(:tokenSha256, :now)',
  rows<{ address: string; expires_at: Date }>,
)

export const useLoginLink = statement(
  'use_login_link',
  { tokenSha256: text },
  'select use_login_link(:tokenSha256) as used',
  rows<{ used: boolean }>,
)

/** Why a link of an address does not work. */
export const whyLoginLinkIsSpent = statement(
  'why_login_link_is_spent',
  { tokenSha256: text },
  'select why_login_link_is_spent(:tokenSha256) as why',
  rows<{ why: 'used' | 'expired' | null }>,
)

export const forgetLoginLinks = statement(
  'forget_login_links',
  { until: text },
  'select forget_login_links(:until) as forgotten',
  rows<{ forgotten: number }>,
)
