import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { logRequest } from './describe.ts'
import { scimBaseUrl } from './resource.ts'
import { schemasAt } from './schemas.ts'
import { ResourceQuery, WorkspaceParam } from './scim-request.ts'
import { ScimResponse, tag } from './scim-response.ts'

export const getScimSchema = readEndpoint({
  name: 'getScimSchema',
  summary: 'Get the schema of users or groups',
  tag,
  scim: { path: '/{workspace}/Schemas/{name}' },
  params: Type.Object({ workspace: WorkspaceParam, name: Type.String({ minLength: 1, maxLength: 200 }) }),
  query: ResourceQuery,
  response: ScimResponse,
  errors: ['not_found'],
  needs: ['scimLog'],
  run: (call, { params }) =>
    logRequest(call, async () => {
      const schema = schemasAt(scimBaseUrl(call.settings.url, call.organizationId)).find(({ id }) => id === params.name)
      if (!schema) throw notFound('schema')
      return new Rendered(JSON.stringify(schema))
    }),
})
