import { listing } from '#family/listing.ts'
import { roles } from '#http/access.ts'
import { policies } from './policy.ts'
import { besidePolicy, type PolicyRow } from './policy-queries.ts'
import { renderPolicy, WorkspacePolicy } from './show-policy.ts'

export const listPolicies = listing<PolicyRow>({
  ...policies,
  name: 'listPolicies',
  of: 'workspace_policy',
  surfaces: { workspace: { path: '/policies', roles: [...roles] } },
  select: `id, record, ${besidePolicy}`,
  response: WorkspacePolicy,
  render: async () => renderPolicy,
  with: 'their owner and current version',
})
