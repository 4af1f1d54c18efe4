import { Rendered } from '#http/answer.ts'
import { reading } from '#http/endpoint.ts'
import { scimBaseUrl } from './resource.ts'
import { resourceTypesAt } from './schemas.ts'
import { listResponse, Params, ResourceQuery } from './scim-request.ts'
import { ScimResponse, tag } from './scim-response.ts'

export const listScimResourceTypes = reading({
  name: 'listScimResourceTypes',
  summary: 'List the resource types: users and groups',
  tag,
  scim: { path: '/{workspace}/ResourceTypes' },
  params: Params,
  query: ResourceQuery,
  response: ScimResponse,
  run: async ({ settings, organizationId }) => {
    const resourceTypes = resourceTypesAt(scimBaseUrl(settings.url, organizationId))
    return new Rendered(JSON.stringify(listResponse(resourceTypes, resourceTypes.length, { offset: 0 })))
  },
})
