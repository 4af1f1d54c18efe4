import { Rendered } from '#http/answer.ts'
import { reading } from '#http/endpoint.ts'
import { attributeProjectionOf, ResourceQuery } from './asked.ts'
import { described } from './describe.ts'
import { GroupParams, groupOr404, groupResources, showsMembers } from './group.ts'
import { findScimGroup } from './group-queries.ts'
import { project } from './resource.ts'
import { Answered, tag } from './served.ts'

export const getScimGroup = reading({
  name: 'getScimGroup',
  summary: 'Read a group with its members',
  tag,
  scim: { path: '/{workspace}/Groups/{groupId}' },
  params: GroupParams,
  query: ResourceQuery,
  response: Answered,
  errors: ['not_found'],
  needs: ['scimLog'],
  run: (call, { params, query }) =>
    described(call, async describe => {
      describe({ target: params.groupId })
      const row = groupOr404(await call.read(findScimGroup, { id: params.groupId }))
      const projection = attributeProjectionOf(query)
      const [resource = {}] = await groupResources(call, [row], showsMembers(projection))
      return new Rendered(JSON.stringify(project(resource, projection)))
    }),
})
