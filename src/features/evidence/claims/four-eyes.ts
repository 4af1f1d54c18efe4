import { type Static, Type } from 'typebox'
import type { Actor, Role } from '#http/access.ts'
import { overlap, principalsOf } from '#shared/four-eyes.ts'
import type { Claim } from './claim.ts'

/** The roles that may decide claims. */
export const decidingRoles: readonly Role[] = ['admin', 'reviewer']

/** The fields that say whether the caller may decide a claim, and why not. */
export const reviewEligibility = {
  mayDecide: Type.Boolean({ description: 'Whether the caller may decide the claim now.' }),
  whyNot: Type.Optional(
    Type.Enum(['over', 'role', 'hand'], {
      description:
        "over: the claim is already decided or expired; role: the caller's role cannot decide; hand: the caller contributed to it.",
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

interface ReviewableClaim {
  readonly status: Claim['status']
  /** All contributors to the claim. */
  readonly involved?: readonly string[]
  /** Whether the workspace lets contributors decide anyway. */
  readonly self_decision?: boolean
  /** Everyone behind the approvals in force. */
  readonly approved_by?: readonly string[]
}

/** Checks whether the actor may decide the claim, and says why not. */
export const checkReviewEligibility = (
  actor: Actor,
  { status, involved = [], self_decision = false, approved_by = [] }: ReviewableClaim,
): Static<typeof ReviewEligibility> => {
  const { role } = actor
  const principals = principalsOf(actor)
  const selfDecision = overlap(principals, involved)
  const approved = status === 'submitted' && overlap(principals, approved_by)
  const ineligible = (whyNot: 'over' | 'role' | 'hand') => ({ mayDecide: false, whyNot, approved, selfDecision })
  if (status !== 'submitted') return ineligible('over')
  if (!role || !decidingRoles.includes(role)) return ineligible('role')
  return selfDecision && !self_decision ? ineligible('hand') : { mayDecide: true, approved, selfDecision }
}
