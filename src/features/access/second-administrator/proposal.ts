import { type Static, type TSchema, Type } from 'typebox'
import type { AccessApproval, Exclusive, RequestedChange } from '#http/approval-subject.ts'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { sha256Hex } from '#lib/hash.ts'
import { sentence } from '#lib/sentence.ts'
import { clearProposalSecret, findProposal, insertProposal } from './queries.ts'

/** The approval request, in the response to a change that waits for a second administrator. */
export const AccessRequest = Type.Object(
  {
    id: Id('apr'),
    kind: Type.String({ description: 'The requested change, such as identity_provider_change.' }),
    title: Type.String(),
    status: Type.String({ description: 'open: another administrator confirms it under /approval-requests.' }),
    createdAt: Timestamp,
  },
  { title: 'AccessRequest' },
)

export type AccessRequest = Static<typeof AccessRequest>

export const OpenRequestId = Nullable(
  Type.String({ description: 'The approval request of a change that waits for a second administrator.' }),
)

/** One setting of a proposal, with its current and its new value. */
export const ProposedChange = Type.Object(
  {
    field: Type.String({ description: 'The field of the settings, such as issuer.' }),
    before: Type.Union([Type.String(), Type.Null()]),
    after: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'ProposedChange' },
)

export type ProposedChange = Static<typeof ProposedChange>

const secretBinding = (organization: string, record: string) =>
  ({ organization, record, field: 'clientSecret' }) as const

interface AccessChange {
  readonly kind: AccessApproval
  readonly resourceId: string
  readonly title: string
  /** The proposed values, applied on confirmation; undefined if the kind needs no values. */
  readonly proposal?: unknown
  /** Stored sealed until the request ends, and never returned. */
  readonly secret?: string | undefined
}

/**
 * Requests a change of access. Throws 409 if no other administrator can confirm it, and 422 while another request is
 * open.
 */
export const requestAccessChange = async (
  ctx: Change,
  { kind, resourceId, title, proposal, secret }: AccessChange,
  exclusive: Exclusive,
): Promise<AccessRequest> => {
  const { tx, sealer, organizationId } = ctx
  const text = proposal === undefined ? undefined : JSON.stringify(proposal)
  const proposalDigest = text === undefined ? null : sha256Hex(text)
  const { id, record } = await ctx.approvals.request(ctx, { kind, resourceId, title, proposalDigest }, exclusive)
  if (text !== undefined) {
    const clientSecret = secret === undefined ? null : sealer.seal(secret, secretBinding(organizationId, id))
    tx.write(insertProposal, { requestId: id, proposal: text, clientSecret })
  }
  const { status, createdAt } = JSON.parse(record)
  return { id, kind, title, status, createdAt }
}

/**
 * Reads a proposal and its secret, after comparing the stored text with its digest. The schema only types the result.
 */
export const readProposal = async <Schema extends TSchema>(
  { tx, sealer, organizationId }: Change,
  _schema: Schema,
  { id, proposalDigest }: RequestedChange,
): Promise<{ readonly proposal: Static<Schema>; readonly secret: string | undefined }> => {
  const [row] = await tx.query(findProposal, { requestId: id })
  if (!row || sha256Hex(row.proposal) !== proposalDigest)
    throw new Refusal(
      'unprocessable',
      sentence`approval.altered: The stored request was altered; withdraw it and request the change again.`,
    )
  const secret =
    row.client_secret === null ? undefined : sealer.open(row.client_secret, secretBinding(organizationId, id))
  return { proposal: JSON.parse(row.proposal), secret }
}

export const dropProposalSecret = async ({ tx }: Change, { id }: RequestedChange): Promise<void> =>
  tx.write(clearProposalSecret, { requestId: id })

/** The 422 for a request whose settings have changed since. */
export const outdatedProposal = (): Refusal =>
  new Refusal(
    'unprocessable',
    sentence`approval.settings_changed: The settings have changed since the request; withdraw it and request the change again.`,
  )
