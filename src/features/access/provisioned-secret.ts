import { type Place, Stale } from '#api/provision.ts'
import { randomToken } from '#lib/ids.ts'
import { hashPassword, verifyPassword } from '#lib/password.ts'
import { passwordFault } from './new-password.ts'

/** What becomes of the secret of a provisioned entry, decided before the transaction. */
export interface SecretPlan {
  /** The hash to store, when it is not the stored one. */
  readonly hash: string | undefined
  /** The secret itself, when the file left it out and there was none. */
  readonly generated: string | undefined
  /** Checks that the hash the plan was made for is still the stored one. */
  confirm(stored: string | undefined): void
}

const generatedBytes = 24

/** Keeps a stored secret that the file repeats or leaves out, so that it is not hashed again. */
export const planSecret = async (
  given: string | undefined,
  stored: string | undefined,
  field: string,
  place: Place,
): Promise<SecretPlan> => {
  const confirm = (now: string | undefined) => {
    if (now !== stored) throw new Stale()
  }
  if (stored !== undefined && (given === undefined || (await verifyPassword(given, stored))))
    return { hash: undefined, generated: undefined, confirm }
  const secret = given ?? randomToken(generatedBytes)
  const hash = await hashPassword(secret).catch((error: unknown) => {
    const fault = passwordFault(error)
    throw fault ? place.mistake(field, fault) : error
  })
  return { hash, generated: given === undefined ? secret : undefined, confirm }
}
