import type { Change } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { listPasskeysOfLogin } from '#src/features/access/passkeys/queries.ts'
import { Person } from '#src/features/access/person.ts'
import { lockPerson } from '#src/features/access/queries.ts'
import { wrongPassword } from './enter.ts'

/** A person's proof of identity, checked before their session is opened. */
interface SignInProof {
  readonly loginId: string
  /** Whether a stored hash is the hash of the proved password. */
  readonly isPassword: (hash: string) => boolean
  readonly secondFactor: Person['secondFactor']
  /** The passkey, if it was used alone. */
  readonly passkeyId?: string
}

/**
 * Locks the person of a change, and throws 401 if they no longer match the proof. While a password is being checked, a
 * concurrent change can replace it, confirm a second factor or disable the person. That change ends existing sessions,
 * but cannot end the session about to be opened.
 */
export const requireCurrentProof = async (
  { tx, actor }: Change,
  { loginId, isPassword, secondFactor, passkeyId }: SignInProof,
): Promise<void> => {
  const [row] = await lockPerson(tx, actor.id)
  const person = row && readRecord(Person, row.record)
  const isSame = row?.login_id === loginId && isPassword(row.password_hash ?? '')
  if (
    !isSame ||
    person?.status !== 'active' ||
    (person.secondFactor !== secondFactor && person.secondFactor !== 'none')
  )
    throw wrongPassword()
  if (passkeyId === undefined) return
  const passkeys = await tx.query(listPasskeysOfLogin, { loginId })
  if (!passkeys.some(({ id, locked_at }) => id === passkeyId && locked_at === null)) throw wrongPassword()
}
