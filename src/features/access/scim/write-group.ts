import type { Change, Provided } from '#http/call.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { groupOr404, groupResources, showsMembers } from './group.ts'
import { findScimGroup, type LockedGroupRow, listMembers, updateScimGroup } from './group-queries.ts'
import { projectResource } from './resource.ts'
import { applyScimGroups } from './scim-groups.ts'
import { readProjection } from './scim-request.ts'

/** Changes the names of a locked group, and applies group rules to its members. Returns the changed attributes. */
export const renameGroup = async (
  ctx: Change & Provided<'scimLog'>,
  row: LockedGroupRow,
  { displayName, externalId }: { readonly displayName: string; readonly externalId: string | null },
): Promise<string[]> => {
  const { tx, now } = ctx
  const changedAttributes = [
    ...(displayName === row.display_name ? [] : ['displayName']),
    ...(externalId === row.external_id ? [] : ['externalId']),
  ]
  if (changedAttributes.length === 0) return []
  tx.write(updateScimGroup, { id: row.id, displayName, externalId, now: iso(now) })
  const members = await tx.query(listMembers, { groupIds: [row.id] })
  await applyScimGroups(
    ctx,
    members.map(({ person_id: id }) => id),
  )
  return changedAttributes
}

/** Renders a group for the response to a change. */
export const renderGroupResponse = async (ctx: Change, id: string, query: unknown): Promise<Rendered> => {
  const row = groupOr404(await ctx.tx.query(findScimGroup, { id }))
  const projection = readProjection(query)
  const [resource = {}] = await groupResources(ctx, [row], showsMembers(projection))
  return new Rendered(JSON.stringify(projectResource(resource, projection)))
}
