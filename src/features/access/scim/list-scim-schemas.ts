import { Rendered } from '#http/answer.ts'
import { reading } from '#http/endpoint.ts'
import { listResponse, Params, ResourceQuery } from './asked.ts'
import { baseOf } from './resource.ts'
import { schemasAt } from './schemas.ts'
import { Answered, tag } from './served.ts'

export const listScimSchemas = reading({
  name: 'listScimSchemas',
  summary: 'List the schemas of users and groups',
  tag,
  scim: { path: '/{workspace}/Schemas' },
  params: Params,
  query: ResourceQuery,
  response: Answered,
  run: async ({ settings, organizationId }) => {
    const all = schemasAt(baseOf(settings.url, organizationId))
    return new Rendered(JSON.stringify(listResponse(all, all.length, { offset: 0 })))
  },
})
