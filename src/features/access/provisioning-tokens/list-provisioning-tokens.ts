import { paged } from '#family/paged.ts'
import { ListedProvisioningToken, renderListedToken } from './provisioning-token.ts'
import { selectProvisioningTokens as listAll } from './queries.ts'

export const listProvisioningTokens = paged({
  name: 'listProvisioningTokens',
  summary: 'List provisioning tokens with the times of their latest requests, newest first; never the secret texts',
  tag: 'Provisioning',
  workspace: { path: '/provisioning-tokens', roles: ['admin', 'auditor'] },
  wholeWorkspace: true,
  plural: 'provisioningTokens',
  of: ListedProvisioningToken,
  read: (call, at) => call.read(listAll, at),
  show: (row, call) => renderListedToken(row, call.now),
})
