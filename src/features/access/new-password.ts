import { Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { invalid } from '#http/errors.ts'
import { mustNotBeEmpty } from '#lib/filename.ts'
import { hashPassword, PasswordError } from '#lib/password.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { checkNewPassword, shortest } from './password-rules.ts'
import { findOrganization } from './queries.ts'

/** The limits that `checkNewPassword` also checks. */
export const NewPassword = Type.String({
  minLength: shortest,
  maxLength: 1024,
  description: `At least ${shortest} characters of any kind; not one of the most common passwords, and more than names that others know.`,
})

const faults: Readonly<Record<PasswordError['code'], Sentence>> = {
  empty: mustNotBeEmpty,
  too_long: sentence`field.password_too_long: must be at most 1024 bytes long`,
  not_text: sentence`field.control_characters: must be text without control characters`,
}

/** The fault of a password, in words for the person who chose it; undefined for another error. */
export const passwordFault = (error: unknown): Sentence | undefined =>
  error instanceof PasswordError ? faults[error.code] : undefined

interface Chosen {
  readonly password: string
  /** Names and addresses of the person who chose it. */
  readonly known: readonly string[]
  readonly field?: string
}

/**
 * Refuses a password that others would guess, including from the workspace's name. Throws a 400 that names the field
 * and the reason.
 */
export const refuseGuessable = async (
  { db }: Pick<Call, 'db'>,
  organizationId: string,
  chosen: Chosen,
): Promise<void> => {
  const [organization] = await db.read(organizationId, findOrganization, {})
  const { slug = '', name = '' } = organization ?? {}
  await checkNewPassword(chosen.password, [slug, name, ...chosen.known], chosen.field)
}

/** The hash of a password that a person chose. Throws a 400 that names the field. */
export const hashNewPassword = (password: string, field = 'password', like?: string): Promise<string> =>
  hashPassword(password, like).catch((error: unknown) => {
    const fault = passwordFault(error)
    throw fault ? invalid([field], fault) : error
  })
