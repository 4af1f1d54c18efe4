import { commitEndpoint } from '#http/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { logRequest } from './describe.ts'
import { changeMembers, groupConflicts, readGroup } from './group.ts'
import { insertScimGroup } from './group-queries.ts'
import { scimBaseUrl } from './resource.ts'
import { Params, ResourceQuery, ScimBody } from './scim-request.ts'
import { ScimResponse, scimWrite } from './scim-response.ts'
import { renderGroupResponse } from './write-group.ts'

export const createScimGroup = commitEndpoint({
  name: 'createScimGroup',
  summary: 'Create a group, with or without members',
  ...scimWrite,
  method: 'POST',
  scim: { path: '/{workspace}/Groups' },
  status: 201,
  action: 'scim_group.create',
  params: Params,
  query: ResourceQuery,
  body: ScimBody,
  response: ScimResponse,
  errors: ['conflict'],
  conflicts: groupConflicts,
  needs: ['scimLog'],
  run: (call, { query, body }) =>
    logRequest(call, describe => {
      const { group, ignored } = readGroup(body)
      describe({ ignored })
      return call.commit('', async ctx => {
        const { tx, ids, now, audit } = ctx
        const { displayName, externalId, memberIds = [] } = group
        const id = ids.next('grp', now)
        tx.write(insertScimGroup, { id, displayName, externalId, now: iso(now) })
        const { detail } = await changeMembers(ctx, id, memberIds.length > 0 ? [{ op: 'add', ids: memberIds }] : [])
        audit(id, { ...(detail && { detail }) })
        describe({ target: id, changed: ['displayName', ...(externalId ? ['externalId'] : []), 'members'] })
        call.setHeader('location', `${scimBaseUrl(call.settings.url, call.organizationId)}/Groups/${id}`)
        return renderGroupResponse(ctx, id, query)
      })
    }),
})
