import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { ListedProvisioningToken, listedToken } from './provisioning-token.ts'
import { selectProvisioningTokens as listAll } from './queries.ts'

const endpoint = 'listProvisioningTokens'

export const listProvisioningTokens = reading({
  name: endpoint,
  summary: 'List provisioning tokens with the latest requests of their senders, newest first; never their texts',
  tag: 'Provisioning',
  workspace: { path: '/provisioning-tokens', roles: ['admin', 'auditor'] },
  wholeWorkspace: true,
  query: Type.Object(pageQuery),
  response: Type.Object({ provisioningTokens: Type.Array(ListedProvisioningToken), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) =>
    answerPage(call, {
      endpoint,
      plural: 'provisioningTokens',
      read: at => call.read(listAll, at),
      filters: {},
      query,
      render: row => listedToken(row, call.now),
    }),
})
