import { Type } from 'typebox'
import { commitEndpoint } from '#http/endpoint.ts'
import { logRequest } from './describe.ts'
import { changeMembers, GroupParams, groupConflicts, groupOr404 } from './group.ts'
import { lockScimGroup, shareLockScimGroup } from './group-queries.ts'
import { readGroupPatch } from './patch-group.ts'
import { ResourceQuery, ScimBody } from './scim-request.ts'
import { scimWrite } from './scim-response.ts'
import { renameGroup } from './write-group.ts'

/** Responds without the group: otherwise 5,000 members sent one by one would each get a response with all members. */
export const patchScimGroup = commitEndpoint({
  name: 'patchScimGroup',
  summary: 'Add or remove members of a group, or rename it',
  ...scimWrite,
  method: 'PATCH',
  scim: { path: '/{workspace}/Groups/{groupId}' },
  status: 204,
  action: 'scim_group.update',
  params: GroupParams,
  query: ResourceQuery,
  body: ScimBody,
  response: Type.Null(),
  errors: ['not_found', 'conflict'],
  conflicts: groupConflicts,
  needs: ['scimLog'],
  run: (call, { params, body }) =>
    logRequest(call, describe => {
      const { displayName, externalId, members, ignored } = readGroupPatch(body)
      const id = params.groupId
      describe({ target: id, ignored })
      const renames = displayName !== undefined || externalId !== undefined
      const needsExclusiveLock = renames || members.some(({ op }) => op === 'keep' || op === 'clear')
      return call.commit('', async ctx => {
        const row = groupOr404(await ctx.tx.query(needsExclusiveLock ? lockScimGroup : shareLockScimGroup, { id }))
        const names = {
          displayName: displayName ?? row.display_name,
          externalId: externalId === undefined ? row.external_id : externalId,
        }
        const changedNames = renames ? await renameGroup(ctx, row, names) : []
        const { personIds, detail } = await changeMembers(ctx, id, members)
        const changed = [...changedNames, ...(personIds.length > 0 ? ['members'] : [])]
        if (changed.length > 0) ctx.audit(id, { detail: [...changedNames, detail].filter(Boolean).join('; ') })
        describe({ changed })
        return null
      })
    }),
})
