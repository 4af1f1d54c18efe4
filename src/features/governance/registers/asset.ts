import { register } from './register.ts'

/** A thing to protect: a system, a service, a data store. */
export const assets = register({
  name: 'Asset',
  prefix: 'gat',
  statuses: ['draft', 'active', 'closed'],
  choice: 'asset',
  scope: 'governance.assets:read',
})
