import { readEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { logRequest } from './describe.ts'
import { findScimUser } from './queries.ts'
import { projectResource, scimBaseUrl, userResource } from './resource.ts'
import { ResourceQuery, readProjection } from './scim-request.ts'
import { ScimResponse, tag } from './scim-response.ts'
import { UserParams } from './user-params.ts'

export const getScimUser = readEndpoint({
  name: 'getScimUser',
  summary: 'Get a user',
  tag,
  scim: { path: '/{workspace}/Users/{userId}' },
  params: UserParams,
  query: ResourceQuery,
  response: ScimResponse,
  errors: ['not_found'],
  needs: ['scimLog'],
  run: (call, { params, query }) =>
    logRequest(call, async describe => {
      describe({ target: params.userId })
      const [row] = await call.read(findScimUser, { id: params.userId })
      if (!row || row.deleted) throw notFound('user')
      const resource = userResource(row, scimBaseUrl(call.settings.url, call.organizationId))
      return new Rendered(JSON.stringify(projectResource(resource, readProjection(query))))
    }),
})
