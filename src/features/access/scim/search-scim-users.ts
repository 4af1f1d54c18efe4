import { commitEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { logRequest } from './describe.ts'
import { lookUpUsers } from './look-up.ts'
import { Params, ScimBody } from './scim-request.ts'
import { ScimResponse, scimWrite } from './scim-response.ts'

export const searchScimUsers = commitEndpoint({
  name: 'searchScimUsers',
  summary: 'Search users, with the query in the body',
  ...scimWrite,
  method: 'POST',
  scim: { path: '/{workspace}/Users/.search' },
  status: 200,
  action: 'scim.search',
  params: Params,
  body: ScimBody,
  response: ScimResponse,
  needs: ['scimLog'],
  run: (call, { body }) => logRequest(call, async () => new Rendered(JSON.stringify(await lookUpUsers(call, body)))),
})
