import { commitEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { logRequest } from './describe.ts'
import { lookUpGroups } from './look-up.ts'
import { Params, ScimBody } from './scim-request.ts'
import { ScimResponse, scimWrite } from './scim-response.ts'

export const searchScimGroups = commitEndpoint({
  name: 'searchScimGroups',
  summary: 'Search groups, with the query in the body',
  ...scimWrite,
  method: 'POST',
  scim: { path: '/{workspace}/Groups/.search' },
  status: 200,
  action: 'scim.search',
  params: Params,
  body: ScimBody,
  response: ScimResponse,
  needs: ['scimLog'],
  run: (call, { body }) => logRequest(call, async () => new Rendered(JSON.stringify(await lookUpGroups(call, body)))),
})
