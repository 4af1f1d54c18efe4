import { isDeepStrictEqual } from 'node:util'
import type { Condition } from './filter.ts'
import { field, type PatchOperation, readOperations } from './operations.ts'
import { ScimProblem } from './problem.ts'
import { type Email, isUnknown, readEmails, readFlag, readName, readText, type ScimUser } from './user.ts'

type Setter = (draft: Draft, operation: PatchOperation, ignored: Set<string>) => void

type Draft = { -readonly [Name in keyof ScimUser]: ScimUser[Name] }

const required = (name: string) => new ScimProblem('mutability', `${name} is required and cannot be removed.`)

const setOptional =
  (name: 'externalId' | 'displayName'): Setter =>
  (draft, { op, value }) => {
    const text = op === 'remove' ? undefined : readText(value, name)
    if (text) draft[name] = text
    else delete draft[name]
  }

const setActive: Setter = (draft, { op, value }) => {
  if (op === 'remove') throw required('active')
  draft.active = readFlag(value, 'active')
}

const setUserName: Setter = (draft, { op, value }) => {
  const userName = op === 'remove' ? undefined : readText(value, 'userName')
  if (!userName) throw required('userName')
  draft.userName = userName
}

const names = { formatted: 'formatted', givenname: 'givenName', familyname: 'familyName' } as const

const isNamePart = (part: string): part is keyof typeof names => Object.hasOwn(names, part)

/** The parts that a value has, including empty ones, which remove the stored parts. */
const sentParts = (value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.values(names).flatMap(part => (field(value, part) === undefined ? [] : [[part, field(value, part)]])),
  )

const setName: Setter = (draft, { op, target, path, value }, ignored) => {
  if (target.sub === undefined) {
    if (op !== 'remove') readName(value)
    draft.name = op === 'remove' ? {} : readName({ ...draft.name, ...sentParts(value) })
  } else if (isNamePart(target.sub)) {
    const text = op === 'remove' ? undefined : readText(value, `name.${names[target.sub]}`)
    draft.name = readName({ ...draft.name, [names[target.sub]]: text })
  } else ignored.add(path)
}

const lower = (value: unknown): string => String(value).toLowerCase()

/**
 * The traits that all addresses chosen by a filter share. Only equality is understood, the one operator that senders
 * use.
 */
const traitsOf = (condition: Condition): Readonly<Record<string, unknown>> => {
  if (condition.op === 'and') return Object.assign({}, ...condition.parts.map(traitsOf))
  if (condition.op === 'eq') return { [condition.attribute]: condition.value }
  throw new ScimProblem('invalidFilter', 'A path chooses an e-mail address by eq and and only.')
}

const setEmails: Setter = (draft, { op, target, value }) => {
  const { filter, sub = filter ? undefined : '' } = target
  const traits = filter ? traitsOf(filter) : {}
  const isChosen = (email: Email) =>
    Object.entries(traits).every(([name, trait]) => lower(Object(email)[name] ?? false) === lower(trait))
  if (op === 'remove') {
    draft.emails = draft.emails.filter(email => !isChosen(email))
    return
  }
  if (!filter && !sub) {
    const sent = readEmails(value)
    const types = new Set(sent.map(({ type }) => lower(type)))
    draft.emails = readEmails(op === 'add' ? [...draft.emails.filter(e => !types.has(lower(e.type))), ...sent] : sent)
    return
  }
  const change = sub ? { [sub]: value } : Object(value)
  // Entra replaces the work address of a user who has none, so the address is added.
  const isNew = !draft.emails.some(isChosen)
  const changed = draft.emails.map(email => (isChosen(email) ? { ...email, ...change } : email))
  draft.emails = readEmails(isNew ? [...changed, { ...traits, ...change }] : changed)
}

const setters: ReadonlyMap<string, Setter> = new Map([
  ['username', setUserName],
  ['externalid', setOptional('externalId')],
  ['displayname', setOptional('displayName')],
  ['name', setName],
  ['emails', setEmails],
  ['active', setActive],
])

const apply = (draft: Draft, operation: PatchOperation, ignored: Set<string>): void => {
  const { target, path } = operation
  const { attribute, sub, filter, extension } = target
  const set = extension ? undefined : setters.get(attribute)
  if (!set) {
    if (extension || isUnknown(attribute)) ignored.add(path)
    return
  }
  if (filter && attribute !== 'emails')
    throw new ScimProblem('invalidPath', `${attribute} has one value, so nothing can be chosen in it.`)
  if (sub && attribute !== 'emails' && attribute !== 'name')
    throw new ScimProblem('invalidPath', `${attribute} has no parts.`)
  set(draft, operation, ignored)
}

interface Patched {
  readonly user: ScimUser
  /** The stored attributes that differ now. */
  readonly changed: readonly string[]
  /** Paths that are not stored, as they were sent. */
  readonly ignored: readonly string[]
}

const attributes = ['userName', 'externalId', 'displayName', 'name', 'emails', 'active'] as const

/** The user after a PATCH (RFC 7644 section 3.5.2), applied completely or not at all. Throws a ScimProblem. */
export const patchUser = (user: ScimUser, body: unknown): Patched => {
  const draft: Draft = { ...user }
  const ignored = new Set<string>()
  for (const operation of readOperations(body)) apply(draft, operation, ignored)
  const changed = attributes.filter(name => !isDeepStrictEqual(user[name], draft[name]))
  return { user: draft, changed, ignored: [...ignored] }
}
