import { Rendered } from '#http/answer.ts'
import { reading } from '#http/endpoint.ts'
import { scimBaseUrl } from './resource.ts'
import { schemasAt } from './schemas.ts'
import { listResponse, Params, ResourceQuery } from './scim-request.ts'
import { ScimResponse, tag } from './scim-response.ts'

export const listScimSchemas = reading({
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
