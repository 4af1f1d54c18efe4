import { readEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { logRequest } from './describe.ts'
import { lookUpUsers } from './look-up.ts'
import { ListQuery, Params } from './scim-request.ts'
import { ScimResponse, tag } from './scim-response.ts'

export const listScimUsers = readEndpoint({
  name: 'listScimUsers',
  summary: 'List or filter the people of the workspace',
  tag,
  scim: { path: '/{workspace}/Users' },
  params: Params,
  query: ListQuery,
  response: ScimResponse,
  needs: ['scimLog'],
  run: (call, { query }) => logRequest(call, async () => new Rendered(JSON.stringify(await lookUpUsers(call, query)))),
})
