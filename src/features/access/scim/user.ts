import { isPlainAddress, normalizeEmail } from '#shared/email-address.ts'
import { field, isObject } from './operations.ts'
import { parsePath } from './path.ts'
import { ScimProblem } from './problem.ts'

export interface Email {
  readonly value: string
  readonly type?: string
  readonly primary?: boolean
}

/** The attributes of a user that are stored; an optional one is absent, never empty. */
export interface ScimUser {
  readonly userName: string
  readonly externalId?: string
  readonly displayName?: string
  readonly name: { readonly formatted?: string; readonly givenName?: string; readonly familyName?: string }
  readonly emails: readonly Email[]
  readonly active: boolean
}

const maxText = 1024
/** An index entry has at most 2,704 bytes in PostgreSQL, and a letter can be half as long again in lower case. */
const maxBytes = 1600
const maxEmails = 20

const bad = (message: string) => new ScimProblem('invalidValue', message)

/** A text without surrounding spaces; undefined for null and for an empty one, which senders send for "none". */
export const readText = (value: unknown, name: string): string | undefined => {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw bad(`${name} must be a text.`)
  if (value.length > maxText) throw bad(`${name} must have at most ${maxText} characters.`)
  if (Buffer.byteLength(value) > maxBytes) throw bad(`${name} must have at most ${maxBytes} bytes in UTF-8.`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is rejected
  if (/[\u0000-\u001f\u007f]/.test(value) || !value.isWellFormed()) throw bad(`${name} has control characters.`)
  return value.trim() || undefined
}

/** A boolean; Entra sends it as the text `True` or `False`. */
export const readFlag = (value: unknown, name: string): boolean => {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (text === true || text === 'true') return true
  if (text === false || text === 'false') return false
  throw bad(`${name} must be true or false.`)
}

const readEmail = (sent: unknown): Email[] => {
  const value = readText(isObject(sent) ? field(sent, 'value') : sent, 'The value of an e-mail address')
  if (!value) return []
  const type = readText(field(sent, 'type'), 'The type of an e-mail address')
  const primary = field(sent, 'primary')
  return [
    {
      value,
      ...(type && { type }),
      ...(primary !== undefined && primary !== null && { primary: readFlag(primary, 'primary') }),
    },
  ]
}

/** E-mail addresses, from a list or a single one. */
export const readEmails = (sent: unknown): Email[] => {
  if (sent === undefined || sent === null) return []
  const list = Array.isArray(sent) ? sent : [sent]
  if (list.length > maxEmails) throw bad(`A user has at most ${maxEmails} e-mail addresses.`)
  return list.flatMap(readEmail)
}

/** The given parts of a name. */
export const readName = (sent: unknown): ScimUser['name'] => {
  if (sent !== undefined && sent !== null && !isObject(sent)) throw bad('name must be an object.')
  const [formatted, givenName, familyName] = ['formatted', 'givenName', 'familyName'].map(part =>
    readText(field(sent, part), `name.${part}`),
  )
  return { ...(formatted && { formatted }), ...(givenName && { givenName }), ...(familyName && { familyName }) }
}

/** Attributes that the service provides itself, so that ignoring them loses nothing. */
const provided: ReadonlySet<string> = new Set(['id', 'schemas', 'meta', 'groups'])

const stored: ReadonlySet<string> = new Set(['username', 'externalid', 'displayname', 'name', 'emails', 'active'])

/** Whether an attribute must be reported as ignored. */
export const isUnknown = (attribute: string): boolean => !stored.has(attribute) && !provided.has(attribute)

interface SentUser {
  readonly user: ScimUser
  /** Whether `active` was sent; a new user without it is active. */
  readonly saysActive: boolean
  readonly ignored: readonly string[]
}

/** Reads a whole user, of a create or a replace, and names the ignored attributes. Throws a ScimProblem. */
export const readUser = (body: unknown): SentUser => {
  if (!isObject(body)) throw new ScimProblem('invalidSyntax', 'A user must be a JSON object.')
  const userName = readText(field(body, 'userName'), 'userName')
  if (!userName) throw bad('userName is required.')
  const externalId = readText(field(body, 'externalId'), 'externalId')
  const displayName = readText(field(body, 'displayName'), 'displayName')
  const active = field(body, 'active') ?? undefined
  const saysActive = active !== undefined
  const user = {
    userName,
    ...(externalId && { externalId }),
    ...(displayName && { displayName }),
    name: readName(field(body, 'name')),
    emails: readEmails(field(body, 'emails')),
    active: saysActive ? readFlag(active, 'active') : true,
  }
  return { user, saysActive, ignored: Object.keys(body).filter(key => isUnknown(parsePath(key).attribute)) }
}

const maxName = 200

const shorten = (name: string): string => {
  const signs = [...name]
  return signs.length > maxName ? `${signs.slice(0, maxName - 1).join('')}…` : name
}

const addressOf = ({ userName, emails }: ScimUser): string => {
  if (isPlainAddress(userName)) return userName
  const email =
    emails.find(({ primary }) => primary) ?? emails.find(({ type }) => type?.toLowerCase() === 'work') ?? emails[0]
  if (email && isPlainAddress(email.value)) return email.value
  throw bad('userName must be an e-mail address, or emails must have one: people sign in with it.')
}

/** The person of a user: the address that they sign in with, and a name of at most 200 characters. */
export const personOf = (user: ScimUser): { readonly email: string; readonly name: string } => {
  const { formatted, givenName, familyName } = user.name
  const parts = [givenName, familyName].filter(part => part !== undefined).join(' ')
  const name = user.displayName ?? formatted ?? (parts || user.userName)
  return { email: normalizeEmail(addressOf(user)), name: shorten(name) }
}
