import { readEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { scimBaseUrl } from './resource.ts'
import { resourceTypesAt } from './schemas.ts'
import { listResponse, Params, ResourceQuery } from './scim-request.ts'
import { ScimResponse, tag } from './scim-response.ts'

export const listScimResourceTypes = readEndpoint({
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
