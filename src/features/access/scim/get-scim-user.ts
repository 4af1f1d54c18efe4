import { Rendered } from '#http/answer.ts'
import { reading } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { attributeProjectionOf, ResourceQuery } from './asked.ts'
import { described } from './describe.ts'
import { findScimUser } from './queries.ts'
import { baseOf, project, userResource } from './resource.ts'
import { Answered, tag } from './served.ts'
import { UserParams } from './user-params.ts'

export const getScimUser = reading({
  name: 'getScimUser',
  summary: 'Read a user',
  tag,
  scim: { path: '/{workspace}/Users/{userId}' },
  params: UserParams,
  query: ResourceQuery,
  response: Answered,
  errors: ['not_found'],
  needs: ['scimLog'],
  run: (call, { params, query }) =>
    described(call, async describe => {
      describe({ target: params.userId })
      const [row] = await call.read(findScimUser, { id: params.userId })
      if (!row || row.deleted) throw notFound('user')
      const resource = userResource(row, baseOf(call.settings.url, call.organizationId))
      return new Rendered(JSON.stringify(project(resource, attributeProjectionOf(query))))
    }),
})
