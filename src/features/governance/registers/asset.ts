import { plain } from '#src/features/governance/plain.ts'

/** What has to be protected: a system, a service, a store of data. */
export const assets = plain({
  name: 'Asset',
  prefix: 'gat',
  statuses: ['draft', 'active', 'closed'],
  choice: 'asset',
  scope: 'governance.assets:read',
})
