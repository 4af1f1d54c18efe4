import { type Static, type TSchema, Type } from 'typebox'
import type { AccessApproval, Exclusive, RequestedChange } from '#http/approval-subject.ts'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { sha256Hex } from '#lib/hash.ts'
import { sentence } from '#lib/sentence.ts'
import { dropSecret, findProposal, insertProposal } from './queries.ts'

/** The request in an answer whose change waits for a second administrator. */
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

/** One line of a proposal: a setting with its present and its new value. */
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

interface Proposed {
  readonly kind: AccessApproval
  readonly resourceId: string
  readonly title: string
  /** The proposed values, applied once confirmed; undefined if the kind says everything. */
  readonly proposal?: unknown
  /** Sealed until then, and never returned. */
  readonly secret?: string | undefined
}

/**
 * Requests a change of access. Throws a 409 if no other administrator could confirm it, a 422 while another request
 * waits.
 */
export const requestAccessChange = async (
  ctx: Change,
  { kind, resourceId, title, proposal, secret }: Proposed,
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

/** The request, byte by byte, with its secret; parsed with the schema that it was stored by. */
export const openProposal = async <Schema extends TSchema>(
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

export const dropProposal = async ({ tx }: Change, { id }: RequestedChange): Promise<void> =>
  tx.write(dropSecret, { requestId: id })

/** The 422 for a request whose settings have been changed in another way since. */
export const outdated = (): Refusal =>
  new Refusal(
    'unprocessable',
    sentence`approval.settings_changed: The settings have changed since the request; withdraw it and request the change again.`,
  )
