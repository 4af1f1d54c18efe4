import { Type } from 'typebox'
import { commitEndpoint } from '#http/endpoint.ts'
import { logRequest } from './describe.ts'
import { GroupParams, groupOr404 } from './group.ts'
import { deleteScimGroupRow as erase, listMembers, lockScimGroup } from './group-queries.ts'
import { applyScimGroups } from './scim-groups.ts'
import { scimWrite } from './scim-response.ts'

export const deleteScimGroup = commitEndpoint({
  name: 'deleteScimGroup',
  summary: 'Delete a group; its members remain users',
  ...scimWrite,
  method: 'DELETE',
  scim: { path: '/{workspace}/Groups/{groupId}' },
  status: 204,
  action: 'scim_group.delete',
  params: GroupParams,
  response: Type.Null(),
  errors: ['not_found'],
  needs: ['scimLog'],
  run: (call, { params }) =>
    logRequest(call, describe => {
      const id = params.groupId
      describe({ target: id })
      return call.commit('', async ctx => {
        const { tx, audit } = ctx
        const row = groupOr404(await tx.query(lockScimGroup, { id }))
        const members = await tx.query(listMembers, { groupIds: [id] })
        tx.write(erase, { id })
        await applyScimGroups(
          ctx,
          members.map(member => member.person_id),
        )
        audit(id, { detail: row.display_name.slice(0, 200) })
        describe({ changed: ['members'] })
        return null
      })
    }),
})
