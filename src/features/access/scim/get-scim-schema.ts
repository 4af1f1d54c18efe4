import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { reading } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { ResourceQuery, WorkspaceParam } from './asked.ts'
import { described } from './describe.ts'
import { baseOf } from './resource.ts'
import { schemasAt } from './schemas.ts'
import { Answered, tag } from './served.ts'

export const getScimSchema = reading({
  name: 'getScimSchema',
  summary: 'Read the schema of users or groups',
  tag,
  scim: { path: '/{workspace}/Schemas/{name}' },
  params: Type.Object({ workspace: WorkspaceParam, name: Type.String({ minLength: 1, maxLength: 200 }) }),
  query: ResourceQuery,
  response: Answered,
  errors: ['not_found'],
  needs: ['scimLog'],
  run: (call, { params }) =>
    described(call, async () => {
      const found = schemasAt(baseOf(call.settings.url, call.organizationId)).find(({ id }) => id === params.name)
      if (!found) throw notFound('schema')
      return new Rendered(JSON.stringify(found))
    }),
})
