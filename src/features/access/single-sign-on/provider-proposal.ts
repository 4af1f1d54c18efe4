import { Type } from 'typebox'
import type { AccessApproval } from '#http/approval-subject.ts'
import type { ApprovalSubject } from '#http/call.ts'
import { oneOr404 } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import {
  dropProposal,
  openProposal,
  outdated,
  type ProposedChange,
} from '#src/features/access/second-administrator/proposal.ts'
import { changeProvider, endProvider } from './change-provider.ts'
import { ProviderInput, StoredProvider } from './identity-provider.ts'
import { type Metadata, providerEndpoints } from './metadata.ts'
import { type IdentityProviderRow, lockIdentityProvider } from './queries.ts'

/** Requests of these kinds concern the same settings, so only one of them is open at a time. */
export const providerApprovalKinds: readonly AccessApproval[] = [
  'identity_provider_change',
  'identity_provider_removal',
]

/** The alternative for a single administrator. */
export const providerByOperator =
  'Make another person an administrator, or have the operator state identityProvider in the provisioning file.'

/** The requested settings: nothing is read from the provider again on confirmation. */
const ProviderProposal = Type.Object({
  /** The settings in force at the time of the request; null without any. */
  replaces: Type.Union([Type.String(), Type.Null()]),
  provider: Type.Object(ProviderInput),
  metadata: Type.Unsafe<Metadata>(Type.Object({})),
  /** Whether a secret was sent; otherwise the present one stays. */
  newSecret: Type.Boolean(),
})

const shown = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : null
  return String(value)
}

/**
 * The settings that a proposal changes, including the provider's own metadata, which says which addresses are called.
 */
export const providerChanges = (text: string | null, row: IdentityProviderRow | undefined): ProposedChange[] => {
  const before = row && readRecord(StoredProvider, row.record)
  const beforeMetadata: Partial<Metadata> = row ? JSON.parse(row.metadata) : {}
  const proposed = text === null ? undefined : JSON.parse(text)
  const lines = [
    ...Object.keys(ProviderInput).map(field => ({
      field,
      before: shown(before?.[field as keyof typeof ProviderInput]),
      after: shown(proposed?.provider[field]),
    })),
    ...providerEndpoints.map(field => ({
      field,
      before: shown(beforeMetadata[field]),
      after: shown(proposed?.metadata[field]),
    })),
  ]
  const secret = proposed?.newSecret ? [{ field: 'clientSecret', before: null, after: '••••' }] : []
  return [...lines.filter(line => line.before !== line.after), ...secret]
}

export const providerSubjects: readonly ApprovalSubject[] = [
  {
    kind: 'identity_provider_change',
    async apply(ctx, request) {
      const { proposal, secret } = await openProposal(ctx, ProviderProposal, request)
      const [row] = await ctx.tx.query(lockIdentityProvider, {})
      if ((row?.id ?? null) !== proposal.replaces) throw outdated()
      const { provider, metadata } = proposal
      await changeProvider(ctx, { provider, metadata, secret }, { id: request.resourceId, chosenBy: request.hands })
      await dropProposal(ctx, request)
      return undefined
    },
    drop: dropProposal,
  },
  {
    kind: 'identity_provider_removal',
    async apply(ctx, request) {
      const row = oneOr404(await ctx.tx.query(lockIdentityProvider, {}), 'identity provider')
      if (row.id !== request.resourceId) throw outdated()
      await endProvider(ctx, row)
      return undefined
    },
  },
]
