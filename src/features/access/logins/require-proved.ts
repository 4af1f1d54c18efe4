import type { Change } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { passkeysOf } from '#src/features/access/passkeys/queries.ts'
import { Person } from '#src/features/access/person.ts'
import { lockPerson } from '#src/features/access/queries.ts'
import { wrongPassword } from './enter.ts'

/** The proofs of a person before their session is opened. */
interface Proved {
  readonly loginId: string
  /** Whether a stored hash is that of the password. */
  readonly isPassword: (hash: string) => boolean
  readonly secondFactor: Person['secondFactor']
  /** The passkey that was used alone. */
  readonly passkeyId?: string
}

/**
 * Locks the person of a change, and throws a 401 if they no longer match the proof. While a password is being checked,
 * it can be changed, a second factor can be confirmed, or the person can be disabled. Such a change ends the sessions
 * that exist, but could not end this one.
 */
export const requireProved = async (
  { tx, actor }: Change,
  { loginId, isPassword, secondFactor, passkeyId }: Proved,
): Promise<void> => {
  const [row] = await tx.query(lockPerson, { id: actor.id })
  const now = row && readRecord(Person, row.record)
  const isSame = row?.login_id === loginId && isPassword(row.password_hash ?? '')
  if (!isSame || now?.status !== 'active' || (now.secondFactor !== secondFactor && now.secondFactor !== 'none'))
    throw wrongPassword()
  if (passkeyId === undefined) return
  const present = await tx.query(passkeysOf, { loginId })
  if (!present.some(({ id, locked_at }) => id === passkeyId && locked_at === null)) throw wrongPassword()
}
