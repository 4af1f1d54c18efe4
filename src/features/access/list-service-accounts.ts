import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { ListedServiceAccount, renderListed } from './listed-service-account.ts'
import { selectServiceAccounts as listAll } from './queries.ts'

const endpoint = 'listServiceAccounts'

export const listServiceAccounts = reading({
  name: endpoint,
  summary: 'List service accounts, newest first',
  tag: 'Service accounts',
  workspace: { path: '/service-accounts', roles: ['admin', 'auditor'] },
  query: Type.Object(pageQuery),
  response: Type.Object({ serviceAccounts: Type.Array(ListedServiceAccount), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) =>
    answerPage(call, {
      endpoint,
      plural: 'serviceAccounts',
      read: position => call.read(listAll, position),
      filters: {},
      query,
      render: row => renderListed(row, call.actor),
    }),
})
