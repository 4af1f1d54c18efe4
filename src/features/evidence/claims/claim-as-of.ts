import { type Static, Type } from 'typebox'
import { AuditEvent } from '#http/audit.ts'
import { nameOf } from '#http/name-of.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Reference, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { canonicalDigest } from '#lib/hash.ts'
import { AsOfProof, changesOf, lastOf, proveBy, unproved } from '#shared/as-of.ts'
import { Claim, renderClaim } from './claim.ts'

/** A decision at the moment, and the audit row that proves it. */
export const DecisionThen = Type.Object(
  {
    reviewerId: Reference('prs'),
    reviewerName: Nullable(Type.String({ description: "The reviewer's present name." })),
    decision: Type.Enum(['accepted', 'rejected']),
    reason: Type.String(),
    reviewedDigest: Type.String({ description: 'SHA-256 of the claim as the reviewer saw it.' }),
    decidedAt: Timestamp,
    selfDecided: Type.Boolean(),
    proof: AsOfProof,
  },
  { title: 'ReviewDecisionAsOf' },
)

/** The columns from which a claim at a past moment is rebuilt. */
export interface ClaimThenRow {
  id: string
  record: string
  status_then: Claim['status']
  decided: (Omit<Static<typeof DecisionThen>, 'decidedAt' | 'proof'> & { id: string; decidedAt: number }) | null
  /** The audit row that binds the decision. */
  bound: string | null
  changes: string[]
}

const decisionThen = `from review_decision d
            where d.organization_id = :organization and d.claim_id = t.id and d.decided_at <= :at::timestamptz`

const expiredThen = `t.status = 'expired' and (t.record::json ->> 'updatedAt')::timestamptz <= :at::timestamptz`

/** Derived from the stored changes: a claim is decided once, and never leaves `expired`. */
export const claimStatusThen = `case
            when ${expiredThen} then 'expired'
            else coalesce((select d.decision ${decisionThen}), 'submitted') end`

/**
 * Whether the walked claims were still submitted at the moment, found for all of them together: N decisions before the
 * position reach at least as far back as N claims. Looking up the decisions of 5,000 claims one by one takes 27 ms of
 * CPU instead of 6. Not for readers limited to units: they skip claims they do not see, so each needs its own look-up.
 */
export const undecidedThen = `not (${expiredThen}) and not exists (
            select from (
              select claim_id, decided_at from review_decision
               where organization_id = :organization and claim_id < :position and claim_id >= :until
               order by claim_id desc limit :walked) d
             where d.claim_id = t.id and d.decided_at <= :at::timestamptz)`

const verbs = { accepted: 'evidence.claim.approve', rejected: 'evidence.claim.reject' } as const

const decisionAction = 'evidence.decision.create'

/** SQL: the columns that `claimThen` needs from the claim `t`; it expects `:at` and `:after` of the moment. */
export const claimThenColumns = `${claimStatusThen} as status_then,
          (select json_build_object('id', d.id, 'reviewerId', d.reviewer_id, 'reviewerName', ${nameOf('d.reviewer_id')}, 'decision', d.decision,
             'reason', d.reason, 'reviewedDigest', d.reviewed_digest, 'selfDecided', d.self_decided,
             'decidedAt', (extract(epoch from d.decided_at) * 1000)::bigint) ${decisionThen}) as decided,
          (select a.record from audit_event a where a.organization_id = :organization and a.action = '${decisionAction}'
             and a.resource_id = (select d.id ${decisionThen}) limit 1) as bound,
          ${changesOf(['evidence.claim.create', 'evidence.claim.expire', ...Object.values(verbs)])} as changes`

type Decision = Static<typeof DecisionThen>

/** The row of the decision binds all its fields. Older releases have only the claim's row: who, when and why. */
const decisionOf = ({ id: claimId, decided, bound, changes }: ClaimThenRow): Decision | undefined => {
  if (!decided) return undefined
  const { id, reviewerName, ...rest } = { ...decided, decidedAt: iso(decided.decidedAt) }
  const decision = { reviewerName, ...rest }
  const rows = [bound, ...changes].flatMap(record => (record === null ? [] : [readRecord(AuditEvent, record)]))
  const row = rows.find(({ action }) => action === decisionAction || action === verbs[decision.decision])
  const isSame = bound
    ? row?.contentDigest === canonicalDigest({ id, claimId, ...rest })
    : row?.actorId === rest.reviewerId && row.reason === rest.reason && row.createdAt === rest.decidedAt
  if (!row || !isSame) return { ...decision, proof: unproved(row, true) }
  return { ...decision, proof: { state: 'proved', auditEventId: row.id, digest: row.contentDigest ?? row.afterDigest } }
}

/** Only the status of a claim changes, and each change is stored. Returns the rendered claim at `at`, and its proof. */
export const claimThen = (row: ClaimThenRow, at: string) => {
  const decision = decisionOf(row)
  const present = readRecord(Claim, row.record)
  const decidedAt = decision?.decidedAt ?? present.updatedAt
  const since = { submitted: present.createdAt, accepted: decidedAt, rejected: decidedAt, expired: present.updatedAt }
  const text = renderClaim({ ...present, status: row.status_then, updatedAt: since[row.status_then] })
  const last = lastOf(row.changes)
  const proof = (last && proveBy(last, [text])?.proof) ?? unproved(last, true)
  const valid = present.validFrom <= at && at < present.validUntil
  return { text, valid, decision, proof }
}
