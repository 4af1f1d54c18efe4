import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { etagOf, recordVersion, versioned } from '#http/version.ts'
import { ListedServiceAccount, renderListed } from './listed-service-account.ts'
import { selectServiceAccount as findOne } from './queries.ts'
import { AccountParams } from './service-account.ts'

export const getServiceAccount = readEndpoint({
  name: 'getServiceAccount',
  summary: 'Get one service account',
  tag: 'Service accounts',
  workspace: { path: '/service-accounts/{accountId}', roles: ['admin', 'auditor'] },
  params: AccountParams,
  response: ListedServiceAccount,
  version: recordVersion('service_account'),
  errors: ['not_found'],
  async run(call, { params }) {
    const row = firstOrNotFound(await call.read(findOne, { id: params.accountId }), 'service account')
    return versioned(renderListed(row, call.actor), etagOf(row.record))
  },
})
