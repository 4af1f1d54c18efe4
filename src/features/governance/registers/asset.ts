import { plain } from '#src/features/governance/plain.ts'

/** Something to protect: a system, a service, a data store. */
export const assets = plain({
  name: 'Asset',
  prefix: 'gat',
  statuses: ['draft', 'active', 'closed'],
  choice: 'asset',
  scope: 'governance.assets:read',
})
