import { Rendered } from '#http/answer.ts'
import { reading } from '#http/endpoint.ts'
import { ListQuery, Params } from './asked.ts'
import { described } from './describe.ts'
import { lookUpUsers } from './look-up.ts'
import { Answered, tag } from './served.ts'

export const listScimUsers = reading({
  name: 'listScimUsers',
  summary: 'List the people of the workspace, or find one',
  tag,
  scim: { path: '/{workspace}/Users' },
  params: Params,
  query: ListQuery,
  response: Answered,
  needs: ['scimLog'],
  run: (call, { query }) => described(call, async () => new Rendered(JSON.stringify(await lookUpUsers(call, query)))),
})
