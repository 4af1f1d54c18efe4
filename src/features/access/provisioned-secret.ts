import { type Place, type ProvisionError, Stale } from '#api/provision.ts'
import { randomToken } from '#lib/ids.ts'
import { hashPassword, PasswordError, verifyPassword } from '#lib/password.ts'

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

const mistaken = (error: unknown, field: string, place: Place): ProvisionError | undefined =>
  error instanceof PasswordError ? place.mistake(field, error.message) : undefined

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
    throw mistaken(error, field, place) ?? error
  })
  return { hash, generated: given === undefined ? secret : undefined, confirm }
}
