import { type Static, Type } from 'typebox'
import type { Actor, Role } from '#http/access.ts'
import { overlap, principalsOf } from '#shared/four-eyes.ts'
import type { Claim } from './claim.ts'

/** The roles that may decide claims. */
export const decidingRoles: readonly Role[] = ['admin', 'reviewer']

/** The reasons why someone may not review a claim, in the order of their checks. */
const reviewBarriers = ['over', 'role', 'hand', 'approved', 'self_decided'] as const

type ReviewBarrier = (typeof reviewBarriers)[number]

/** The fields that say whether the caller may decide a claim, and why not. */
export const reviewEligibility = {
  mayDecide: Type.Boolean({
    description: 'Whether the caller may reject the claim now. They may also approve it if `mayApprove` is true.',
  }),
  mayApprove: Type.Boolean({ description: 'Whether the caller may approve the claim now.' }),
  whyNot: Type.Optional(
    Type.Enum([...reviewBarriers], {
      description:
        "Why the caller may not approve. over: the claim is already decided or expired; role: the caller's role cannot decide; hand: the caller contributed to it; approved: the caller, or someone who could act as them, gave one of its approvals; self_decided: the caller contributed to it, and another contributor gave one of its approvals.",
    }),
  ),
  approved: Type.Boolean({
    description:
      'Whether the caller, or someone who could act as them, has approved the claim, which needs more approvals. They may still reject it or ask for more.',
  }),
  selfDecision: Type.Boolean({
    description:
      'Whether the caller contributed to the claim. If the workspace allows them to decide anyway, the decision is marked.',
  }),
}

const ReviewEligibility = Type.Object(reviewEligibility)

export interface ReviewableClaim {
  readonly status: Claim['status']
  /** All contributors to the claim. */
  readonly involved?: readonly string[]
  /** Whether the workspace lets contributors decide anyway. */
  readonly self_decision?: boolean
  /** Everyone behind the approvals in force. */
  readonly approved_by?: readonly string[]
  /** Whether a contributor gave an approval in force. */
  readonly self_approved?: boolean
}

const examineReview = (
  actor: Actor,
  { status, involved = [], self_decision = false, approved_by = [], self_approved = false }: ReviewableClaim,
) => {
  const principals = principalsOf(actor)
  const selfDecision = overlap(principals, involved)
  const approved = status === 'submitted' && overlap(principals, approved_by)
  const holds: Readonly<Record<ReviewBarrier, boolean>> = {
    over: status !== 'submitted',
    role: !actor.role || !decidingRoles.includes(actor.role),
    hand: selfDecision && !self_decision,
    approved,
    // Contributors can give one of the approvals, so that at least one is by someone else.
    self_decided: selfDecision && self_approved,
  }
  return { selfDecision, approved, barrier: reviewBarriers.find(one => holds[one]) }
}

/** The barriers to an approval that do not prevent a rejection or a question. */
const onlyApprovals: readonly (ReviewBarrier | undefined)[] = ['approved', 'self_decided']

/** Why the actor may not perform the action, or undefined. Records and endpoints both follow this rule. */
export const findReviewBarrier = (
  actor: Actor,
  claim: ReviewableClaim,
  action: 'approve' | 'reject' | 'ask',
): ReviewBarrier | undefined => {
  const { barrier } = examineReview(actor, claim)
  return action !== 'approve' && onlyApprovals.includes(barrier) ? undefined : barrier
}

/** Checks whether the actor may decide the claim, and says why not. */
export const checkReviewEligibility = (actor: Actor, claim: ReviewableClaim): Static<typeof ReviewEligibility> => {
  const { selfDecision, approved, barrier } = examineReview(actor, claim)
  return {
    mayDecide: barrier === undefined || onlyApprovals.includes(barrier),
    mayApprove: barrier === undefined,
    ...(barrier && { whyNot: barrier }),
    approved,
    selfDecision,
  }
}
