import type { Transaction } from '#db/database.ts'
import type { Call, Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { hashNewPassword } from '#src/features/access/new-password.ts'
import { addPersonName, changeLogin, findLoginsAt, insertLogin, type LoginRow } from './queries.ts'

/** Writes changes to a locked login. */
export const writeLogin = (tx: Transaction, row: LoginRow, changes: Partial<LoginRow>): void => {
  const login = { ...row, ...changes }
  tx.write(changeLogin, {
    id: login.id,
    passwordHash: login.password_hash,
    totpSecret: login.totp_secret,
    totpSealedFor: login.totp_sealed_for,
    totpConfirmedAt: login.totp_confirmed_at && iso(login.totp_confirmed_at.getTime()),
    lastStep: login.last_step,
    wrongCodes: login.wrong_codes,
    wrongAt: login.wrong_at && iso(login.wrong_at.getTime()),
    recoveryCodes: login.recovery_codes,
  })
}

/** The columns of a login without a second factor. Writing them makes the database delete the passkeys. */
export const noSecondFactor = {
  totp_secret: null,
  totp_sealed_for: null,
  totp_confirmed_at: null,
  last_step: 0,
  wrong_codes: 0,
  wrong_at: null,
  recovery_codes: [],
} as const satisfies Partial<LoginRow>

/**
 * Hashes a password with the salt of the address's other logins, so that a sign-in computes one hash for all of them.
 * Throws 400.
 */
export const hashPasswordFor = async ({ db }: Call, address: string, password: string, field?: string) => {
  const logins = await db.readInstall(findLoginsAt, { address })
  const [like] = logins.flatMap(({ password_hash }) => password_hash ?? [])
  return hashNewPassword(password, field, like)
}

interface NewLogin {
  readonly address: string
  readonly personId: string
  /** Null for people who only use single sign-on. */
  readonly passwordHash: string | null
}

/** Adds a login, in the transaction's organization, for a person who is written next. Returns its id. */
export const addLogin = ({ tx, ids, now }: Change, { address, personId, passwordHash }: NewLogin): string => {
  const id = ids.next('lgn', now)
  tx.write(insertLogin, { id, address, passwordHash, createdAt: iso(now) })
  tx.write(addPersonName, { address, personId, loginId: id })
  return id
}
