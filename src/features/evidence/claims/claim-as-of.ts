import { type Static, Type } from 'typebox'
import { AuditEvent } from '#http/audit.ts'
import { nameOf } from '#http/name-of.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Reference, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { canonicalDigest } from '#lib/hash.ts'
import { AsOfProof, changesOf, latestOf, proofBy, withoutProof } from '#shared/as-of.ts'
import { Claim, renderClaim } from './claim.ts'

/** A decision as of a past time, with the audit row that proves it. */
export const DecisionAsOf = Type.Object(
  {
    reviewerId: Reference('prs'),
    reviewerName: Nullable(Type.String({ description: "The reviewer's current name." })),
    decision: Type.Enum(['accepted', 'rejected']),
    reason: Type.String(),
    reviewedDigest: Type.String({ description: 'SHA-256 of the claim as the reviewer saw it.' }),
    decidedAt: Timestamp,
    selfDecided: Type.Boolean(),
    proof: AsOfProof,
  },
  { title: 'ReviewDecisionAsOf' },
)

/** The columns needed to rebuild a claim as of a past time. */
export interface ClaimAsOfRow {
  id: string
  record: string
  status_then: Claim['status']
  decided: (Omit<Static<typeof DecisionAsOf>, 'decidedAt' | 'proof'> & { id: string; decidedAt: number }) | null
  /** The audit row that binds the decision's fields. */
  bound: string | null
  changes: string[]
}

const decisionAsOf = `from review_decision d
            where d.organization_id = :organization and d.claim_id = t.id and d.decided_at <= :at::timestamptz`

const expiredAsOf = `t.status = 'expired' and (t.record::json ->> 'updatedAt')::timestamptz <= :at::timestamptz`

/** SQL for the status at that time. A claim is decided only once and never leaves `expired`. */
export const claimStatusAsOf = `case
            when ${expiredAsOf} then 'expired'
            else coalesce((select d.decision ${decisionAsOf}), 'submitted') end`

/**
 * SQL for whether a claim was still submitted at that time. One query reads the N newest decisions before the position.
 * A claim has at most one decision, so they cover the N walked claims. Looking up the decisions of 5,000 claims one by
 * one takes 27 ms of CPU instead of 6. Does not work for readers limited to units: they skip claims they cannot see, so
 * each claim needs its own look-up.
 */
export const undecidedAsOf = `not (${expiredAsOf}) and not exists (
            select from (
              select claim_id, decided_at from review_decision
               where organization_id = :organization and claim_id < :position and claim_id >= :until
               order by claim_id desc limit :walked) d
             where d.claim_id = t.id and d.decided_at <= :at::timestamptz)`

const actions = { accepted: 'evidence.claim.approve', rejected: 'evidence.claim.reject' } as const

const decisionAction = 'evidence.decision.create'

/** SQL: the columns that `rebuildClaim` needs from the claim `t`. Expects the past time as `:at` and `:after`. */
export const claimAsOfColumns = `${claimStatusAsOf} as status_then,
          (select json_build_object('id', d.id, 'reviewerId', d.reviewer_id, 'reviewerName', ${nameOf('d.reviewer_id')}, 'decision', d.decision,
             'reason', d.reason, 'reviewedDigest', d.reviewed_digest, 'selfDecided', d.self_decided,
             'decidedAt', (extract(epoch from d.decided_at) * 1000)::bigint) ${decisionAsOf}) as decided,
          (select a.record from audit_event a where a.organization_id = :organization and a.action = '${decisionAction}'
             and a.resource_id = (select d.id ${decisionAsOf}) limit 1) as bound,
          ${changesOf(['evidence.claim.create', 'evidence.claim.expire', ...Object.values(actions)])} as changes`

type Decision = Static<typeof DecisionAsOf>

/**
 * Checks a decision against its audit row, which binds all its fields. Older releases wrote only the claim's audit row,
 * which binds the reviewer, the time and the reason.
 */
const proveDecision = ({ id: claimId, decided, bound, changes }: ClaimAsOfRow): Decision | undefined => {
  if (!decided) return undefined
  const { id, reviewerName, ...rest } = { ...decided, decidedAt: iso(decided.decidedAt) }
  const decision = { reviewerName, ...rest }
  const rows = [bound, ...changes].flatMap(record => (record === null ? [] : [readRecord(AuditEvent, record)]))
  const row = rows.find(({ action }) => action === decisionAction || action === actions[decision.decision])
  const isProved = bound
    ? row?.contentDigest === canonicalDigest({ id, claimId, ...rest })
    : row?.actorId === rest.reviewerId && row.reason === rest.reason && row.createdAt === rest.decidedAt
  if (!row || !isProved) return { ...decision, proof: withoutProof(row, true) }
  return { ...decision, proof: { state: 'proved', auditEventId: row.id, digest: row.contentDigest ?? row.afterDigest } }
}

/** Returns the claim as rendered at `at`, with its proof. Only a claim's status changes, and each change is stored. */
export const rebuildClaim = (row: ClaimAsOfRow, at: string) => {
  const decision = proveDecision(row)
  const current = readRecord(Claim, row.record)
  const decidedAt = decision?.decidedAt ?? current.updatedAt
  const statusSince = {
    submitted: current.createdAt,
    accepted: decidedAt,
    rejected: decidedAt,
    expired: current.updatedAt,
  }
  const text = renderClaim({ ...current, status: row.status_then, updatedAt: statusSince[row.status_then] })
  const last = latestOf(row.changes)
  const proof = (last && proofBy(last, [text])?.proof) ?? withoutProof(last, true)
  const valid = current.validFrom <= at && at < current.validUntil
  return { text, valid, decision, proof }
}
