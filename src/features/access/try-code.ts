import type { Change } from '#http/call.ts'
import { writeLogin } from './logins/login.ts'
import { type LoginRow, lockLogin } from './logins/queries.ts'
import { factorOf } from './passkeys/stand-in.ts'
import { recordLocked } from './record-locked.ts'
import { pauseAfter, recoveryDigest, sixDigits, stepOf, totpBinding } from './totp.ts'

/** `none`: the second factor no longer exists. `wait`: milliseconds for which the app's codes are refused. */
export type Tried = 'accepted' | 'wrong' | 'none' | { readonly wait: number }

/** The login of a code, and the person in whose audit trail the use of a recovery code is recorded. */
export interface CodeSubject {
  readonly loginId: string
  readonly personId: string
}

const tryRecoveryCode = ({ tx, audit }: Change, personId: string, row: LoginRow, code: string): Tried => {
  const used = recoveryDigest(code)
  const left = row.recovery_codes.filter(digest => digest !== used)
  if (left.length === row.recovery_codes.length) return 'wrong'
  writeLogin(tx, row, { recovery_codes: left })
  audit(personId, { action: 'account.use_recovery_code', detail: `${left.length} left` })
  return 'accepted'
}

const tryAppCode = async (ctx: Change, personId: string, row: LoginRow, code: string): Promise<Tried> => {
  const { tx, sealer, now } = ctx
  const { wrong_codes: wrong, wrong_at: since, last_step: last } = row
  const pause = pauseAfter(wrong)
  // Without a lock, the last wrong code may have come after this call began.
  const wait = pause > 0 ? (since?.getTime() ?? 0) + pause - now : 0
  if (wait > 0) return { wait }
  const secret = sealer.open(row.totp_secret ?? '', totpBinding(row.totp_sealed_for ?? ''))
  const step = stepOf(secret, code, now)
  const accepted = step !== undefined && step > last
  const counted = { last_step: last, wrong_codes: wrong + 1, wrong_at: new Date(now) }
  writeLogin(tx, row, accepted ? { last_step: step, wrong_codes: 0, wrong_at: null } : counted)
  if (!accepted && pauseAfter(wrong + 1) > 0) await recordLocked(ctx, personId, 'second_factor')
  return accepted ? 'accepted' : 'wrong'
}

/**
 * Tries an app's code or a recovery code under the row lock: each works once, even if used twice at once (RFC 6238
 * section 5.2). The transaction must commit whatever the outcome, so that a wrong code counts. Recovery codes are too
 * long to be guessed, so they work during a pause, which another person may have caused.
 */
export const tryCode = async (ctx: Change, { loginId, personId }: CodeSubject, code: string): Promise<Tried> => {
  const [row] = await ctx.tx.query(lockLogin, { loginId })
  const factor = row ? factorOf(row) : 'none'
  if (!row || factor === 'none') return 'none'
  const digits = sixDigits(code)
  if (digits === undefined) return tryRecoveryCode(ctx, personId, row, code)
  return factor === 'totp' ? tryAppCode(ctx, personId, row, digits) : 'wrong'
}
