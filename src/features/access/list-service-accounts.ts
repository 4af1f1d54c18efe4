import { paged } from '#family/paged.ts'
import { ListedServiceAccount, renderListed } from './listed-service-account.ts'
import { selectServiceAccounts as listAll } from './queries.ts'

export const listServiceAccounts = paged({
  name: 'listServiceAccounts',
  summary: 'List service accounts, newest first',
  tag: 'Service accounts',
  workspace: { path: '/service-accounts', roles: ['admin', 'auditor'] },
  plural: 'serviceAccounts',
  of: ListedServiceAccount,
  read: (call, at) => call.read(listAll, at),
  show: (row, call) => renderListed(row, call.actor),
})
