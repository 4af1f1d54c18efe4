import { Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { invalid } from '#http/errors.ts'
import { mustNotBeEmpty } from '#lib/filename.ts'
import { hashPassword, PasswordError } from '#lib/password.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { checkNewPassword, minPasswordLength } from './password-rules.ts'
import { findOrganization } from './queries.ts'

/** A new password. `checkNewPassword` checks the same limits, and more. */
export const NewPassword = Type.String({
  minLength: minPasswordLength,
  maxLength: 1024,
  description: `At least ${minPasswordLength} characters of any kind; not a common password, and not mostly names that others know.`,
})

const faults: Readonly<Record<PasswordError['code'], Sentence>> = {
  empty: mustNotBeEmpty,
  too_long: sentence`field.password_too_long: must be at most 1024 bytes long`,
  not_text: sentence`field.control_characters: must be text without control characters`,
}

/** Returns the problem with a password, for the person who chose it; undefined for any other error. */
export const passwordFault = (error: unknown): Sentence | undefined =>
  error instanceof PasswordError ? faults[error.code] : undefined

interface ChosenPassword {
  readonly password: string
  /** Names and addresses of the person who chose it. */
  readonly known: readonly string[]
  readonly field?: string
}

/**
 * Rejects a password that others could guess, for example from the workspace's name. Throws a 400 that names the field
 * and the reason.
 */
export const rejectGuessablePassword = async (
  { db }: Pick<Call, 'db'>,
  organizationId: string,
  chosen: ChosenPassword,
): Promise<void> => {
  const [organization] = await db.read(organizationId, findOrganization, {})
  const { slug = '', name = '' } = organization ?? {}
  await checkNewPassword(chosen.password, [slug, name, ...chosen.known], chosen.field)
}

/** Hashes a password that a person chose. Throws a 400 that names the field. */
export const hashNewPassword = (password: string, field = 'password', like?: string): Promise<string> =>
  hashPassword(password, like).catch((error: unknown) => {
    const fault = passwordFault(error)
    throw fault ? invalid([field], fault) : error
  })
