import { Rendered } from '#http/answer.ts'
import { reading } from '#http/endpoint.ts'
import { listResponse, Params, ResourceQuery } from './asked.ts'
import { baseOf } from './resource.ts'
import { resourceTypesAt } from './schemas.ts'
import { Answered, tag } from './served.ts'

export const listScimResourceTypes = reading({
  name: 'listScimResourceTypes',
  summary: 'List the resource types: users and groups',
  tag,
  scim: { path: '/{workspace}/ResourceTypes' },
  params: Params,
  query: ResourceQuery,
  response: Answered,
  run: async ({ settings, organizationId }) => {
    const all = resourceTypesAt(baseOf(settings.url, organizationId))
    return new Rendered(JSON.stringify(listResponse(all, all.length, { offset: 0 })))
  },
})
