import { readEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { scimBaseUrl } from './resource.ts'
import { schemasAt } from './schemas.ts'
import { listResponse, Params, ResourceQuery } from './scim-request.ts'
import { ScimResponse, tag } from './scim-response.ts'

export const listScimSchemas = readEndpoint({
  name: 'listScimSchemas',
  summary: 'List the schemas of users and groups',
  tag,
  scim: { path: '/{workspace}/Schemas' },
  params: Params,
  query: ResourceQuery,
  response: ScimResponse,
  run: async ({ settings, organizationId }) => {
    const schemas = schemasAt(scimBaseUrl(settings.url, organizationId))
    return new Rendered(JSON.stringify(listResponse(schemas, schemas.length, { offset: 0 })))
  },
})
