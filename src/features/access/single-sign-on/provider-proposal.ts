import { Type } from 'typebox'
import type { AccessApproval } from '#http/approval-subject.ts'
import type { ApprovalSubject } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import {
  dropProposalSecret,
  outdatedProposal,
  type ProposedChange,
  readProposal,
} from '#src/features/access/second-administrator/proposal.ts'
import { changeProvider, endProvider } from './change-provider.ts'
import { ProviderInput, StoredProvider } from './identity-provider.ts'
import { type Metadata, providerEndpoints } from './metadata.ts'
import { type IdentityProviderRow, lockIdentityProvider } from './queries.ts'

/** These kinds of requests change the same settings, so only one such request is open at a time. */
export const providerApprovalKinds: readonly AccessApproval[] = [
  'identity_provider_change',
  'identity_provider_removal',
]

/** The alternatives for a workspace with one administrator. */
export const providerByOperator =
  'Make another person an administrator, or have the operator state identityProvider in the provisioning file.'

/** The requested settings. Confirmation reads nothing from the provider again. */
const ProviderProposal = Type.Object({
  /** The id of the settings in force at the time of the request; null if there were no settings. */
  replaces: Type.Union([Type.String(), Type.Null()]),
  provider: Type.Object(ProviderInput),
  metadata: Type.Unsafe<Metadata>(Type.Object({})),
  /** Whether the request has a secret; otherwise the current secret stays. */
  newSecret: Type.Boolean(),
})

const displayValue = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : null
  return String(value)
}

/** Lists the settings that a proposal changes, including the provider's endpoints from its metadata. */
export const providerChanges = (text: string | null, row: IdentityProviderRow | undefined): ProposedChange[] => {
  const before = row && readRecord(StoredProvider, row.record)
  const beforeMetadata: Partial<Metadata> = row ? JSON.parse(row.metadata) : {}
  const proposal = text === null ? undefined : JSON.parse(text)
  const lines = [
    ...Object.keys(ProviderInput).map(field => ({
      field,
      before: displayValue(before?.[field as keyof typeof ProviderInput]),
      after: displayValue(proposal?.provider[field]),
    })),
    ...providerEndpoints.map(field => ({
      field,
      before: displayValue(beforeMetadata[field]),
      after: displayValue(proposal?.metadata[field]),
    })),
  ]
  const secret = proposal?.newSecret ? [{ field: 'clientSecret', before: null, after: '••••' }] : []
  return [...lines.filter(line => line.before !== line.after), ...secret]
}

export const providerSubjects: readonly ApprovalSubject[] = [
  {
    kind: 'identity_provider_change',
    async apply(ctx, request) {
      const { proposal, secret } = await readProposal(ctx, ProviderProposal, request)
      const [row] = await ctx.tx.query(lockIdentityProvider, {})
      if ((row?.id ?? null) !== proposal.replaces) throw outdatedProposal()
      const { provider, metadata } = proposal
      await changeProvider(ctx, { provider, metadata, secret }, { id: request.resourceId, chosenBy: request.hands })
      await dropProposalSecret(ctx, request)
      return undefined
    },
    drop: dropProposalSecret,
  },
  {
    kind: 'identity_provider_removal',
    async apply(ctx, request) {
      const row = firstOrNotFound(await ctx.tx.query(lockIdentityProvider, {}), 'identity provider')
      if (row.id !== request.resourceId) throw outdatedProposal()
      await endProvider(ctx, row)
      return undefined
    },
  },
]
