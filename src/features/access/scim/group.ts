import { Type } from 'typebox'
import type { Call, Change, Provided } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { shareGroupRules } from '#src/features/access/groups/queries.ts'
import {
  addMembers,
  findMembers,
  findScimGroup,
  type GroupRow,
  listMembers,
  lockNewMembers,
  removeMembers,
  removeOtherMembers,
} from './group-queries.ts'
import { field, isObject } from './operations.ts'
import type { MemberChange } from './patch-group.ts'
import { readMemberIds } from './patch-group.ts'
import { parsePath } from './path.ts'
import { ScimProblem } from './problem.ts'
import { groupSchema, type Projection, type Resource, scimBaseUrl } from './resource.ts'
import { applyScimGroups } from './scim-groups.ts'
import { WorkspaceParam } from './scim-request.ts'
import { readText } from './user.ts'

export const GroupParams = Type.Object({ workspace: WorkspaceParam, groupId: Reference('grp') })

export const groupConflicts = {
  scim_group_name: sentence`scim.group_name_taken: Another group has this displayName.`,
  scim_group_external_id: sentence`scim.group_external_id_taken: Another group has this externalId.`,
} as const

interface GroupInput {
  readonly displayName: string
  readonly externalId: string | null
  /** Undefined if the request has no members. */
  readonly memberIds: readonly string[] | undefined
}

const storedAttributes: ReadonlySet<string> = new Set(['displayname', 'externalid', 'members', 'id', 'schemas', 'meta'])

/** Reads the group of a create or replace request, and lists ignored attributes. Throws a ScimProblem. */
export const readGroup = (body: unknown): { readonly group: GroupInput; readonly ignored: readonly string[] } => {
  if (!isObject(body)) throw new ScimProblem('invalidSyntax', 'A group must be a JSON object.')
  const displayName = readText(field(body, 'displayName'), 'displayName')
  if (!displayName) throw new ScimProblem('invalidValue', 'displayName is required.')
  const externalId = readText(field(body, 'externalId'), 'externalId') ?? null
  const members = field(body, 'members') ?? undefined
  const memberIds = members === undefined ? undefined : readMemberIds(members)
  const ignored = Object.keys(body).filter(key => !storedAttributes.has(parsePath(key).attribute))
  return { group: { displayName, externalId, memberIds }, ignored }
}

const maxMembers = 50_000

/** Whether the response includes members, so that they must be read. */
export const showsMembers = ({ only, without }: Projection): boolean => {
  if (only) return [...only].some(name => name === 'members' || name.startsWith('members.'))
  return !without?.has('members')
}

const toResource = (row: GroupRow, base: string, members: Resource[] | undefined): Resource => ({
  schemas: [groupSchema],
  id: row.id,
  ...(row.external_id && { externalId: row.external_id }),
  displayName: row.display_name,
  ...(members && { members }),
  meta: {
    resourceType: 'Group',
    created: iso(row.created_at.getTime()),
    lastModified: iso(row.updated_at.getTime()),
    location: `${base}/Groups/${row.id}`,
  },
})

/** Converts groups to resources. Reads their members only if the response includes them. */
export const groupResources = async (
  { read, settings, organizationId }: Pick<Call, 'read' | 'settings' | 'organizationId'>,
  rows: readonly GroupRow[],
  withMembers: boolean,
): Promise<Resource[]> => {
  const base = scimBaseUrl(settings.url, organizationId)
  if (!withMembers) return rows.map(row => toResource(row, base, undefined))
  const members = Map.groupBy(await read(listMembers, { groupIds: rows.map(({ id }) => id) }), row => row.group_id)
  return rows.map(row =>
    toResource(
      row,
      base,
      (members.get(row.id) ?? []).map(({ person_id: value, name: display }) => ({
        value,
        display,
        type: 'User',
        $ref: `${base}/Users/${value}`,
      })),
    ),
  )
}

const requireUsers = async ({ tx }: Change, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const userIds = new Set((await tx.query(findMembers, { ids })).map(({ id }) => id))
  const missingIds = ids.filter(id => !userIds.has(id))
  if (missingIds.length === 0) return
  const examples = missingIds
    .slice(0, 3)
    .map(id => id.slice(0, 40))
    .join(', ')
  throw new ScimProblem(
    'invalidValue',
    `${missingIds.length} of the members are not users of this workspace, for example ${examples}.`,
  )
}

const describeMembers = (word: string, ids: readonly string[]): string =>
  ids.length === 0 ? '' : `${word} ${ids.length > 20 ? `${ids.length} members` : ids.join(' ')}`

/**
 * Applies the membership changes in order. Returns the affected people. Throws `invalidValue` for a member who is
 * not a user.
 */
export const changeMembers = async (
  ctx: Change & Provided<'scimLog'>,
  id: string,
  changes: readonly MemberChange[],
): Promise<{ readonly personIds: readonly string[]; readonly detail: string }> => {
  const { tx } = ctx
  const addedIds = new Set<string>()
  const removedIds = new Set<string>()
  const record = (target: Set<string>, opposite: Set<string>, rows: readonly { person_id: string }[]) => {
    for (const { person_id: id } of rows) if (!opposite.delete(id)) target.add(id)
  }
  for (const change of changes) {
    const personIds = change.op === 'clear' ? [] : change.ids
    if (change.op === 'remove') record(removedIds, addedIds, await tx.query(removeMembers, { id, personIds }))
    else {
      await requireUsers(ctx, personIds)
      if (change.op !== 'add') record(removedIds, addedIds, await tx.query(removeOtherMembers, { id, personIds }))
      if (personIds.length === 0) continue
      await tx.query(shareGroupRules, {})
      await tx.query(lockNewMembers, { id, personIds })
      record(addedIds, removedIds, await tx.query(addMembers, { id, personIds }))
    }
  }
  const [row] = addedIds.size > 0 ? await tx.query(findScimGroup, { id }) : []
  if (row && row.members > maxMembers)
    throw new ScimProblem('invalidValue', `A group has at most ${maxMembers} members.`)
  const personIds = [...addedIds, ...removedIds]
  if (personIds.length > 0) await applyScimGroups(ctx, personIds)
  return {
    personIds,
    detail: [describeMembers('added', [...addedIds]), describeMembers('removed', [...removedIds])]
      .filter(Boolean)
      .join('; '),
  }
}

export const groupOr404 = <Row>(rows: readonly Row[]): Row => firstOrNotFound(rows, 'group')
