import { isDeepStrictEqual } from 'node:util'
import type { Condition } from './filter.ts'
import { field, type PatchOperation, readOperations } from './operations.ts'
import { ScimProblem } from './problem.ts'
import { type Email, isUnknown, readEmails, readFlag, readName, readText, type ScimUser } from './user.ts'

type Setter = (draft: Draft, operation: PatchOperation, ignoredPaths: Set<string>) => void

type Draft = { -readonly [Name in keyof ScimUser]: ScimUser[Name] }

const missingAttribute = (name: string) => new ScimProblem('mutability', `${name} is required and cannot be removed.`)

const setOptional =
  (name: 'externalId' | 'displayName'): Setter =>
  (draft, { op, value }) => {
    const text = op === 'remove' ? undefined : readText(value, name)
    if (text) draft[name] = text
    else delete draft[name]
  }

const setActive: Setter = (draft, { op, value }) => {
  if (op === 'remove') throw missingAttribute('active')
  draft.active = readFlag(value, 'active')
}

const setUserName: Setter = (draft, { op, value }) => {
  const userName = op === 'remove' ? undefined : readText(value, 'userName')
  if (!userName) throw missingAttribute('userName')
  draft.userName = userName
}

const names = { formatted: 'formatted', givenname: 'givenName', familyname: 'familyName' } as const

const isNamePart = (part: string): part is keyof typeof names => Object.hasOwn(names, part)

/** The name parts that a value has, including empty ones, which remove stored parts. */
const readNameParts = (value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.values(names).flatMap(part => (field(value, part) === undefined ? [] : [[part, field(value, part)]])),
  )

const setName: Setter = (draft, { op, target, path, value }, ignoredPaths) => {
  if (target.sub === undefined) {
    if (op !== 'remove') readName(value)
    draft.name = op === 'remove' ? {} : readName({ ...draft.name, ...readNameParts(value) })
  } else if (isNamePart(target.sub)) {
    const text = op === 'remove' ? undefined : readText(value, `name.${names[target.sub]}`)
    draft.name = readName({ ...draft.name, [names[target.sub]]: text })
  } else ignoredPaths.add(path)
}

const lower = (value: unknown): string => String(value).toLowerCase()

/**
 * Reads the properties that a filter requires of an address. Supports only equality, the one operator that providers
 * use.
 */
const readCriteria = (condition: Condition): Readonly<Record<string, unknown>> => {
  if (condition.op === 'and') return Object.assign({}, ...condition.parts.map(readCriteria))
  if (condition.op === 'eq') return { [condition.attribute]: condition.value }
  throw new ScimProblem('invalidFilter', 'A path must select an e-mail address with "eq" and "and" only.')
}

const setEmails: Setter = (draft, { op, target, value }) => {
  const { filter, sub = filter ? undefined : '' } = target
  const criteria = filter ? readCriteria(filter) : {}
  const isSelected = (email: Email) =>
    Object.entries(criteria).every(([name, expected]) => lower(Object(email)[name] ?? false) === lower(expected))
  if (op === 'remove') {
    draft.emails = draft.emails.filter(email => !isSelected(email))
    return
  }
  if (!filter && !sub) {
    const emails = readEmails(value)
    const types = new Set(emails.map(({ type }) => lower(type)))
    draft.emails = readEmails(
      op === 'add' ? [...draft.emails.filter(e => !types.has(lower(e.type))), ...emails] : emails,
    )
    return
  }
  const change = sub ? { [sub]: value } : Object(value)
  // Entra also replaces the work address of a user without one, so the address is added.
  const isNew = !draft.emails.some(isSelected)
  const emails = draft.emails.map(email => (isSelected(email) ? { ...email, ...change } : email))
  draft.emails = readEmails(isNew ? [...emails, { ...criteria, ...change }] : emails)
}

const setters: ReadonlyMap<string, Setter> = new Map([
  ['username', setUserName],
  ['externalid', setOptional('externalId')],
  ['displayname', setOptional('displayName')],
  ['name', setName],
  ['emails', setEmails],
  ['active', setActive],
])

const applyOperation = (draft: Draft, operation: PatchOperation, ignoredPaths: Set<string>): void => {
  const { target, path } = operation
  const { attribute, sub, filter, extension } = target
  const set = extension ? undefined : setters.get(attribute)
  if (!set) {
    if (extension || isUnknown(attribute)) ignoredPaths.add(path)
    return
  }
  if (filter && attribute !== 'emails')
    throw new ScimProblem('invalidPath', `${attribute} has a single value, so a filter cannot select part of it.`)
  if (sub && attribute !== 'emails' && attribute !== 'name')
    throw new ScimProblem('invalidPath', `${attribute} has no parts.`)
  set(draft, operation, ignoredPaths)
}

interface PatchResult {
  readonly user: ScimUser
  /** The stored attributes that changed. */
  readonly changed: readonly string[]
  /** The paths that are not stored, as the provider sent them. */
  readonly ignored: readonly string[]
}

const attributes = ['userName', 'externalId', 'displayName', 'name', 'emails', 'active'] as const

/** Applies a PATCH to a user (RFC 7644 section 3.5.2), completely or not at all. Throws a ScimProblem. */
export const patchUser = (user: ScimUser, body: unknown): PatchResult => {
  const draft: Draft = { ...user }
  const ignoredPaths = new Set<string>()
  for (const operation of readOperations(body)) applyOperation(draft, operation, ignoredPaths)
  const changed = attributes.filter(name => !isDeepStrictEqual(user[name], draft[name]))
  return { user: draft, changed, ignored: [...ignoredPaths] }
}
