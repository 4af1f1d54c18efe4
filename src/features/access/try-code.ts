import type { Change } from '#http/call.ts'
import { writeLogin } from './logins/login.ts'
import { type LoginRow, lockLogin } from './logins/queries.ts'
import { factorOf } from './passkeys/placeholder-app.ts'
import { recordLocked } from './record-locked.ts'
import { pauseAfter, recoveryDigest, sixDigits, stepOf, totpBinding } from './totp.ts'

/** `none`: the second factor no longer exists. `wait`: milliseconds during which the app's codes are rejected. */
export type CodeOutcome = 'accepted' | 'wrong' | 'none' | { readonly wait: number }

/** The login whose code is tried, and the person for whom the use of a recovery code is recorded. */
export interface CodeSubject {
  readonly loginId: string
  readonly personId: string
}

const tryRecoveryCode = ({ tx, audit }: Change, personId: string, row: LoginRow, code: string): CodeOutcome => {
  const usedDigest = recoveryDigest(code)
  const remaining = row.recovery_codes.filter(digest => digest !== usedDigest)
  if (remaining.length === row.recovery_codes.length) return 'wrong'
  writeLogin(tx, row, { recovery_codes: remaining })
  audit(personId, { action: 'account.use_recovery_code', detail: `${remaining.length} left` })
  return 'accepted'
}

const tryAppCode = async (ctx: Change, personId: string, row: LoginRow, code: string): Promise<CodeOutcome> => {
  const { tx, sealer, now } = ctx
  const { wrong_codes: wrongCodes, wrong_at: wrongAt, last_step: lastStep } = row
  const pause = pauseAfter(wrongCodes)
  // The last wrong code may be later than `now`, which was taken before the row was locked.
  const wait = pause > 0 ? (wrongAt?.getTime() ?? 0) + pause - now : 0
  if (wait > 0) return { wait }
  const secret = sealer.open(row.totp_secret ?? '', totpBinding(row.totp_sealed_for ?? ''))
  const step = stepOf(secret, code, now)
  const accepted = step !== undefined && step > lastStep
  const failure = { last_step: lastStep, wrong_codes: wrongCodes + 1, wrong_at: new Date(now) }
  writeLogin(tx, row, accepted ? { last_step: step, wrong_codes: 0, wrong_at: null } : failure)
  if (!accepted && pauseAfter(wrongCodes + 1) > 0) await recordLocked(ctx, personId, 'second_factor')
  return accepted ? 'accepted' : 'wrong'
}

/**
 * Tries an app's code or a recovery code under the row lock, so that each works only once, even if used concurrently
 * (RFC 6238 section 5.2). The transaction must commit whatever the outcome, so that a wrong code is counted. Recovery
 * codes are too long to guess, so they work during a pause, which another person may have caused.
 */
export const tryCode = async (ctx: Change, { loginId, personId }: CodeSubject, code: string): Promise<CodeOutcome> => {
  const [row] = await ctx.tx.query(lockLogin, { loginId })
  const factor = row ? factorOf(row) : 'none'
  if (!row || factor === 'none') return 'none'
  const digits = sixDigits(code)
  if (digits === undefined) return tryRecoveryCode(ctx, personId, row, code)
  return factor === 'totp' ? tryAppCode(ctx, personId, row, digits) : 'wrong'
}
