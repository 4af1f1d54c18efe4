import { Rendered } from '#http/answer.ts'
import { committing } from '#http/endpoint.ts'
import { AnyBody, Params } from './asked.ts'
import { described } from './describe.ts'
import { lookUpUsers } from './look-up.ts'
import { Answered, written } from './served.ts'

export const searchScimUsers = committing({
  name: 'searchScimUsers',
  summary: 'Find users by a search, which is a list with its query in the body',
  ...written,
  method: 'POST',
  scim: { path: '/{workspace}/Users/.search' },
  status: 200,
  action: 'scim.search',
  params: Params,
  body: AnyBody,
  response: Answered,
  needs: ['scimLog'],
  run: (call, { body }) => described(call, async () => new Rendered(JSON.stringify(await lookUpUsers(call, body)))),
})
