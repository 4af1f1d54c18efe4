import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { logRequest } from './describe.ts'
import { scimBaseUrl } from './resource.ts'
import { resourceTypesAt } from './schemas.ts'
import { ResourceQuery, WorkspaceParam } from './scim-request.ts'
import { ScimResponse, tag } from './scim-response.ts'

export const getScimResourceType = readEndpoint({
  name: 'getScimResourceType',
  summary: 'Get the resource type of users or groups',
  tag,
  scim: { path: '/{workspace}/ResourceTypes/{name}' },
  params: Type.Object({ workspace: WorkspaceParam, name: Type.String({ minLength: 1, maxLength: 200 }) }),
  query: ResourceQuery,
  response: ScimResponse,
  errors: ['not_found'],
  needs: ['scimLog'],
  run: (call, { params }) =>
    logRequest(call, async () => {
      const resourceType = resourceTypesAt(scimBaseUrl(call.settings.url, call.organizationId)).find(
        ({ id }) => id === params.name,
      )
      if (!resourceType) throw notFound('resource type')
      return new Rendered(JSON.stringify(resourceType))
    }),
})
