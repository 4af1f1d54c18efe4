import type { Change } from '#api/call.ts'
import { iso } from '#lib/clock.ts'
import { countCode, keepRecoveryCodes, lockTotp, type TotpRow } from './queries.ts'
import { pauseAfter, recoveryDigest, sixDigits, stepOf, totpBinding } from './totp.ts'

/** `none`: there is no second factor any more. `wait`: milliseconds in which no code of the app is looked at. */
export type Tried = 'accepted' | 'wrong' | 'none' | { readonly wait: number }

const tryRecoveryCode = (
  { tx, organizationId, audit }: Change,
  personId: string,
  row: TotpRow,
  code: string,
): Tried => {
  const used = recoveryDigest(code)
  const left = row.recovery_codes.filter(digest => digest !== used)
  if (left.length === row.recovery_codes.length) return 'wrong'
  tx.write(keepRecoveryCodes, [organizationId, personId, left])
  audit(personId, { action: 'account.use_recovery_code', detail: `${left.length} left` })
  return 'accepted'
}

const tryAppCode = (handed: Change, personId: string, row: TotpRow, code: string): Tried => {
  const { tx, organizationId, sealer, now } = handed
  const { wrong_codes: wrong, wrong_at: since, last_step: last } = row
  const pause = pauseAfter(wrong)
  // Without one, the last wrong code may have come after this call began.
  const wait = pause > 0 ? (since?.getTime() ?? 0) + pause - now : 0
  if (wait > 0) return { wait }
  const secret = sealer.open(row.secret, totpBinding(organizationId, personId))
  const step = stepOf(secret, code, now)
  const accepted = step !== undefined && step > last
  const counted = accepted ? [step, 0, null] : [last, wrong + 1, iso(now)]
  tx.write(countCode, [organizationId, personId, ...counted])
  return accepted ? 'accepted' : 'wrong'
}

/**
 * Tries a code of the app or a recovery code under the lock of the row: each lets in once, also of two at once (RFC 6238
 * section 5.2). The transaction has to commit whatever comes out, so that a wrong code counts. Recovery codes are too
 * long to be guessed and work during a pause, which somebody else may have caused.
 */
export const tryCode = async (handed: Change, personId: string, code: string): Promise<Tried> => {
  const [row] = await handed.tx.query(lockTotp, [handed.organizationId, personId])
  if (!row?.confirmed_at) return 'none'
  const digits = sixDigits(code)
  return digits === undefined ? tryRecoveryCode(handed, personId, row, code) : tryAppCode(handed, personId, row, digits)
}
