import { Type } from 'typebox'
import type { CommittingCall } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { signInFirst } from '#http/sentences.ts'
import { verifyPassword } from '#lib/password.ts'
import { sentence } from '#lib/sentence.ts'
import { attemptOwnPassword } from './attempts.ts'
import { findLogin } from './logins/queries.ts'
import { Person } from './person.ts'
import { findPerson } from './queries.ts'

export const CurrentPassword = Type.String({ minLength: 1, maxLength: 1024 })

/** Throws unless the hash read under the lock is the one that the password matched. */
type Prove = (lockedHash: string | null) => void

interface PasswordCheck {
  readonly prove: Prove
  readonly isRight: boolean
  /** The address that the caller signs in with. */
  readonly address: string
}

/**
 * Checks the caller's password, with a limit like that of sign-ins, since a session may be stolen. Hashing takes 19 ms
 * and happens before the transaction, which then compares the result with the locked row.
 */
export const checkOwnPassword = async (
  call: CommittingCall,
  password: string,
  field = 'currentPassword',
): Promise<PasswordCheck> => {
  const [person] = await call.read(findPerson, { id: call.actor.id })
  if (!person) throw new Refusal('unauthorized', signInFirst)
  const { refund } = await attemptOwnPassword(call)
  const { email: address } = readRecord(Person, person.record)
  const [login] = await call.db.readInstall(findLogin, { loginId: person.login_id })
  const storedHash = login?.password_hash ?? null
  const isRight = storedHash !== null && (await verifyPassword(password, storedHash, 'known'))
  if (isRight) await refund()
  const prove: Prove = lockedHash => {
    if (lockedHash === null)
      throw new Refusal(
        'unprocessable',
        sentence`password.none: You sign in by single sign-on and have no password here.`,
      )
    if (isRight && lockedHash === storedHash) return
    const issue = { path: [field], problem: sentence`field.wrong: is wrong` }
    throw new Refusal('unprocessable', sentence`password.wrong: The current password is wrong; enter it again.`, {
      issues: [issue],
    })
  }
  return { prove, isRight, address }
}
