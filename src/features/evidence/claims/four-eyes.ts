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
}

/** Checks whether the actor may decide the claim, and says why not. */
export const checkReviewEligibility = (
  actor: Actor,
  { status, involved = [], self_decision = false }: ReviewableClaim,
): Static<typeof ReviewEligibility> => {
  const { role } = actor
  const selfDecision = overlap(principalsOf(actor), involved)
  const ineligible = (whyNot: 'over' | 'role' | 'hand') => ({ mayDecide: false, whyNot, selfDecision })
  if (status !== 'submitted') return ineligible('over')
  if (!role || !decidingRoles.includes(role)) return ineligible('role')
  return selfDecision && !self_decision ? ineligible('hand') : { mayDecide: true, selfDecision }
}
