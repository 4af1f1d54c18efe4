import { readEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { logRequest } from './describe.ts'
import { GroupParams, groupOr404, groupResources, showsMembers } from './group.ts'
import { findScimGroup } from './group-queries.ts'
import { projectResource } from './resource.ts'
import { ResourceQuery, readProjection } from './scim-request.ts'
import { ScimResponse, tag } from './scim-response.ts'

export const getScimGroup = readEndpoint({
  name: 'getScimGroup',
  summary: 'Get a group with its members',
  tag,
  scim: { path: '/{workspace}/Groups/{groupId}' },
  params: GroupParams,
  query: ResourceQuery,
  response: ScimResponse,
  errors: ['not_found'],
  needs: ['scimLog'],
  run: (call, { params, query }) =>
    logRequest(call, async describe => {
      describe({ target: params.groupId })
      const row = groupOr404(await call.read(findScimGroup, { id: params.groupId }))
      const projection = readProjection(query)
      const [resource = {}] = await groupResources(call, [row], showsMembers(projection))
      return new Rendered(JSON.stringify(projectResource(resource, projection)))
    }),
})
