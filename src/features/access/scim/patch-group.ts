import type { Condition } from './filter.ts'
import { field, isObject, type PatchOperation, readOperations } from './operations.ts'
import { ScimProblem } from './problem.ts'
import { readText } from './user.ts'

const maxMembers = 10_000

/** A change of a group's members by a PATCH. `keep` first removes all other members. */
export type MemberChange =
  | { readonly op: 'add' | 'remove' | 'keep'; readonly ids: readonly string[] }
  | { readonly op: 'clear' }

/** The changes of a group. Members are a list of changes, so that adding one member does not read a group of 5,000. */
interface GroupPatch {
  readonly displayName?: string
  /** Null removes the id. */
  readonly externalId?: string | null
  readonly members: readonly MemberChange[]
  readonly ignored: readonly string[]
}

const readId = (member: unknown): string => {
  const id = readText(isObject(member) ? field(member, 'value') : member, 'The value of a member')
  if (id) return id
  throw new ScimProblem('invalidValue', 'A member needs a value, the id of a user.')
}

export const readMemberIds = (value: unknown): string[] => {
  const list = Array.isArray(value) ? value : [value]
  if (list.length > maxMembers)
    throw new ScimProblem('invalidValue', `A request names at most ${maxMembers} members; send several.`)
  return [...new Set(list.map(readId))]
}

const readFilterIds = (condition: Condition): string[] => {
  if (condition.op === 'or') return condition.parts.flatMap(readFilterIds)
  if (condition.op === 'eq' && condition.attribute === 'value') return [readId(condition.value)]
  throw new ScimProblem('invalidFilter', 'A path must select members in the form members[value eq "…"].')
}

const memberChange = ({ op, target, value }: PatchOperation): MemberChange => {
  const { filter, sub } = target
  if (sub) throw new ScimProblem('mutability', 'A member is added or removed, not changed.')
  if (filter && op !== 'remove') throw new ScimProblem('mutability', 'A member is added or removed, not changed.')
  if (filter) return { op: 'remove', ids: readFilterIds(filter) }
  const isEmpty = value === undefined || value === null
  if (op === 'remove') return isEmpty ? { op: 'clear' } : { op: 'remove', ids: readMemberIds(value) }
  const ids = isEmpty ? [] : readMemberIds(value)
  return { op: op === 'add' ? 'add' : 'keep', ids }
}

/** Reads a PATCH of a group. Throws a ScimProblem. */
export const readGroupPatch = (body: unknown): GroupPatch => {
  let displayName: string | undefined
  let externalId: string | null | undefined
  const members: MemberChange[] = []
  const ignored: string[] = []
  for (const operation of readOperations(body)) {
    const { op, target, path, value } = operation
    if (target.extension) ignored.push(path)
    else if (target.attribute === 'members') members.push(memberChange(operation))
    else if (target.attribute === 'externalid')
      externalId = (op === 'remove' ? undefined : readText(value, 'externalId')) ?? null
    else if (target.attribute === 'displayname') {
      displayName = op === 'remove' ? undefined : readText(value, 'displayName')
      if (!displayName) throw new ScimProblem('mutability', 'displayName is required and cannot be removed.')
    } else if (!['id', 'schemas', 'meta'].includes(target.attribute)) ignored.push(path)
  }
  return {
    ...(displayName && { displayName }),
    ...(externalId !== undefined && { externalId }),
    members,
    ignored,
  }
}
