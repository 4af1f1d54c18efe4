import { isPlainAddress, normalizeEmail } from '#shared/email-address.ts'
import { field, isObject } from './operations.ts'
import { parsePath } from './path.ts'
import { ScimProblem } from './problem.ts'

export interface Email {
  readonly value: string
  readonly type?: string
  readonly primary?: boolean
}

/** The stored attributes of a user. An optional attribute is absent, never empty. */
export interface ScimUser {
  readonly userName: string
  readonly externalId?: string
  readonly displayName?: string
  readonly name: { readonly formatted?: string; readonly givenName?: string; readonly familyName?: string }
  readonly emails: readonly Email[]
  readonly active: boolean
}

const maxText = 1024
/** PostgreSQL limits an index entry to 2,704 bytes, and conversion to lower case can lengthen a letter by half. */
const maxBytes = 1600
const maxEmails = 20

const invalidValue = (message: string) => new ScimProblem('invalidValue', message)

/**
 * Reads a string and trims it; returns undefined for null and for an empty string, which providers send for "no value".
 */
export const readText = (value: unknown, name: string): string | undefined => {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalidValue(`${name} must be a string.`)
  if (value.length > maxText) throw invalidValue(`${name} must have at most ${maxText} characters.`)
  if (Buffer.byteLength(value) > maxBytes) throw invalidValue(`${name} must have at most ${maxBytes} bytes in UTF-8.`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds the characters to reject
  if (/[\u0000-\u001f\u007f]/.test(value) || !value.isWellFormed())
    throw invalidValue(`${name} has control characters.`)
  return value.trim() || undefined
}

/** Reads a boolean, which Entra sends as the string `True` or `False`. */
export const readFlag = (value: unknown, name: string): boolean => {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (text === true || text === 'true') return true
  if (text === false || text === 'false') return false
  throw invalidValue(`${name} must be true or false.`)
}

const readEmail = (input: unknown): Email[] => {
  const value = readText(isObject(input) ? field(input, 'value') : input, 'The value of an e-mail address')
  if (!value) return []
  const type = readText(field(input, 'type'), 'The type of an e-mail address')
  const primary = field(input, 'primary')
  return [
    {
      value,
      ...(type && { type }),
      ...(primary !== undefined && primary !== null && { primary: readFlag(primary, 'primary') }),
    },
  ]
}

/** Reads e-mail addresses from a list or a single address. */
export const readEmails = (input: unknown): Email[] => {
  if (input === undefined || input === null) return []
  const list = Array.isArray(input) ? input : [input]
  if (list.length > maxEmails) throw invalidValue(`A user has at most ${maxEmails} e-mail addresses.`)
  return list.flatMap(readEmail)
}

/** Reads the parts of a name. */
export const readName = (input: unknown): ScimUser['name'] => {
  if (input !== undefined && input !== null && !isObject(input)) throw invalidValue('name must be an object.')
  const [formatted, givenName, familyName] = ['formatted', 'givenName', 'familyName'].map(part =>
    readText(field(input, part), `name.${part}`),
  )
  return { ...(formatted && { formatted }), ...(givenName && { givenName }), ...(familyName && { familyName }) }
}

/** Attributes that the server itself sets, so that ignoring them loses nothing. */
const serverAttributes: ReadonlySet<string> = new Set(['id', 'schemas', 'meta', 'groups'])

const storedAttributes: ReadonlySet<string> = new Set([
  'username',
  'externalid',
  'displayname',
  'name',
  'emails',
  'active',
])

/** Whether an attribute must be reported as ignored. */
export const isUnknown = (attribute: string): boolean =>
  !storedAttributes.has(attribute) && !serverAttributes.has(attribute)

interface UserInput {
  readonly user: ScimUser
  /** Whether the request has `active`. A new user without it is active. */
  readonly hasActive: boolean
  readonly ignored: readonly string[]
}

/** Reads the user of a create or replace request, and lists ignored attributes. Throws a ScimProblem. */
export const readUser = (body: unknown): UserInput => {
  if (!isObject(body)) throw new ScimProblem('invalidSyntax', 'A user must be a JSON object.')
  const userName = readText(field(body, 'userName'), 'userName')
  if (!userName) throw invalidValue('userName is required.')
  const externalId = readText(field(body, 'externalId'), 'externalId')
  const displayName = readText(field(body, 'displayName'), 'displayName')
  const active = field(body, 'active') ?? undefined
  const hasActive = active !== undefined
  const user = {
    userName,
    ...(externalId && { externalId }),
    ...(displayName && { displayName }),
    name: readName(field(body, 'name')),
    emails: readEmails(field(body, 'emails')),
    active: hasActive ? readFlag(active, 'active') : true,
  }
  return { user, hasActive, ignored: Object.keys(body).filter(key => isUnknown(parsePath(key).attribute)) }
}

const maxName = 200

const shorten = (name: string): string => {
  const characters = [...name]
  return characters.length > maxName ? `${characters.slice(0, maxName - 1).join('')}…` : name
}

const addressOf = ({ userName, emails }: ScimUser): string => {
  if (isPlainAddress(userName)) return userName
  const email =
    emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type?.toLowerCase() === 'work') ?? emails[0]
  if (email && isPlainAddress(email.value)) return email.value
  throw invalidValue('userName must be an e-mail address, or emails must have one: people sign in with it.')
}

/** Derives the person's fields: the address that they sign in with, and a name of at most 200 characters. */
export const toPersonFields = (user: ScimUser): { readonly email: string; readonly name: string } => {
  const { formatted, givenName, familyName } = user.name
  const parts = [givenName, familyName].filter(part => part !== undefined).join(' ')
  const name = user.displayName ?? formatted ?? (parts || user.userName)
  return { email: normalizeEmail(addressOf(user)), name: shorten(name) }
}
