import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { findGroupRules } from '#src/features/access/groups/queries.ts'
import { rulesChanges } from '#src/features/access/groups/rules-proposal.ts'
import { providerChanges } from '#src/features/access/single-sign-on/provider-proposal.ts'
import { findIdentityProvider } from '#src/features/access/single-sign-on/queries.ts'
import { ProposedChange } from './proposal.ts'
import { findRequest } from './queries.ts'

/** Returns the changes that the second administrator reads before confirming. */
export const getApprovalProposal = readEndpoint({
  name: 'getApprovalProposal',
  summary: 'Compare the settings of a requested access change with those in force; never includes a secret',
  tag: 'Approvals',
  workspace: { path: '/approval-requests/{requestId}/proposal', roles: ['admin'] },
  params: Type.Object({ requestId: Reference('apr') }),
  response: Type.Object({ changes: Type.Array(ProposedChange) }),
  errors: ['not_found'],
  async run({ read }, { params: { requestId } }) {
    const { kind, proposal } = firstOrNotFound(await read(findRequest, { requestId }), 'approval request')
    if (kind === 'group_rules_change') {
      const [row] = await read(findGroupRules, {})
      return { changes: rulesChanges(proposal, row) }
    }
    if (kind !== 'identity_provider_change' && kind !== 'identity_provider_removal') return { changes: [] }
    const [row] = await read(findIdentityProvider, {})
    return { changes: providerChanges(proposal, row) }
  },
})
