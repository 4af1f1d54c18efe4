import { Type } from 'typebox'
import { invalid } from '#api/errors.ts'
import { hashPassword, PasswordError } from '#lib/password.ts'

/** NIST SP 800-63B: length, and no rules of composition. */
export const NewPassword = Type.String({ minLength: 12, maxLength: 1024, description: 'At least 12 characters.' })

const faults: Readonly<Record<PasswordError['code'], string>> = {
  empty: 'must not be empty',
  too_long: 'must be at most 1024 bytes long',
  not_text: 'must be text without control characters',
}

/** What is wrong with a password, in words for whoever chose it; undefined for another error. */
export const passwordFault = (error: unknown): string | undefined =>
  error instanceof PasswordError ? faults[error.code] : undefined

/** The hash of a password chosen by a person. Throws a 400 that names the field. */
export const hashNewPassword = (password: string, field = 'password'): Promise<string> =>
  hashPassword(password).catch((error: unknown) => {
    const fault = passwordFault(error)
    throw fault ? invalid([field], fault) : error
  })
