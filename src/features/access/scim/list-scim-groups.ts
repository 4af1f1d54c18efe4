import { readEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { logRequest } from './describe.ts'
import { lookUpGroups } from './look-up.ts'
import { ListQuery, Params } from './scim-request.ts'
import { ScimResponse, tag } from './scim-response.ts'

export const listScimGroups = readEndpoint({
  name: 'listScimGroups',
  summary: 'List or filter the groups that the provider sent',
  tag,
  scim: { path: '/{workspace}/Groups' },
  params: Params,
  query: ListQuery,
  response: ScimResponse,
  needs: ['scimLog'],
  run: (call, { query }) => logRequest(call, async () => new Rendered(JSON.stringify(await lookUpGroups(call, query)))),
})
