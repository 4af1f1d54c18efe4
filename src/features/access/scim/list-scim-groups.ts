import { Rendered } from '#http/answer.ts'
import { reading } from '#http/endpoint.ts'
import { ListQuery, Params } from './asked.ts'
import { described } from './describe.ts'
import { lookUpGroups } from './look-up.ts'
import { Answered, tag } from './served.ts'

export const listScimGroups = reading({
  name: 'listScimGroups',
  summary: 'List the groups that the provider sent, or find one',
  tag,
  scim: { path: '/{workspace}/Groups' },
  params: Params,
  query: ListQuery,
  response: Answered,
  needs: ['scimLog'],
  run: (call, { query }) => described(call, async () => new Rendered(JSON.stringify(await lookUpGroups(call, query)))),
})
