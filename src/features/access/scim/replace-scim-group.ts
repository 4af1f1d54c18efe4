import { commitEndpoint } from '#http/endpoint.ts'
import { logRequest } from './describe.ts'
import { changeMembers, GroupParams, groupConflicts, groupOr404, readGroup } from './group.ts'
import { lockScimGroup } from './group-queries.ts'
import { ResourceQuery, ScimBody } from './scim-request.ts'
import { ScimResponse, scimWrite } from './scim-response.ts'
import { renameGroup, renderGroupResponse } from './write-group.ts'

export const replaceScimGroup = commitEndpoint({
  name: 'replaceScimGroup',
  summary: 'Replace a group; it keeps its members if the request has none',
  ...scimWrite,
  method: 'PUT',
  scim: { path: '/{workspace}/Groups/{groupId}' },
  status: 200,
  action: 'scim_group.update',
  params: GroupParams,
  query: ResourceQuery,
  body: ScimBody,
  response: ScimResponse,
  errors: ['not_found', 'conflict'],
  conflicts: groupConflicts,
  needs: ['scimLog'],
  run: (call, { params, query, body }) =>
    logRequest(call, describe => {
      const { group, ignored } = readGroup(body)
      const id = params.groupId
      describe({ target: id, ignored })
      return call.commit('', async ctx => {
        const row = groupOr404(await ctx.tx.query(lockScimGroup, { id }))
        const changedNames = await renameGroup(ctx, row, group)
        // Without members in the request, the group keeps them: no one loses access because a provider omits a field.
        const memberChanges = group.memberIds ? [{ op: 'keep', ids: group.memberIds } as const] : []
        const { personIds, detail } = await changeMembers(ctx, id, memberChanges)
        const changed = [...changedNames, ...(personIds.length > 0 ? ['members'] : [])]
        if (changed.length > 0) ctx.audit(id, { detail: [...changedNames, detail].filter(Boolean).join('; ') })
        describe({ changed })
        return renderGroupResponse(ctx, id, query)
      })
    }),
})
