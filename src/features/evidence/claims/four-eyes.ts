import { type Static, Type } from 'typebox'
import type { Actor, Role } from '#http/access.ts'
import { principalsOf, share } from '#shared/four-eyes.ts'
import type { Claim } from './claim.ts'

/** The roles that decide claims. */
export const deciders: readonly Role[] = ['admin', 'reviewer']

/** The mark in the audit trail for a decision on one's own work, which a workspace can allow. */
export const selfDecided = 'self-decided'

/** Whether a person may decide a claim, and the reason if not. */
export const reviewEligibility = {
  mayDecide: Type.Boolean({ description: 'Whether the reader may decide the claim now.' }),
  whyNot: Type.Optional(
    Type.Enum(['over', 'role', 'hand'], {
      description:
        "The claim is already decided or expired, the reader's role cannot decide, or the reader had a hand in it.",
    }),
  ),
  selfDecision: Type.Boolean({
    description: 'The reader had a hand in it. If the workspace lets them decide nevertheless, the decision is marked.',
  }),
}

const Standing = Type.Object(reviewEligibility)

interface Made {
  readonly status: Claim['status']
  /** All contributors to the claim. */
  readonly involved?: readonly string[]
  /** Whether the workspace lets them decide nevertheless. */
  readonly self_decision?: boolean
}

/** Whether the actor may decide the claim, with the reason if not. */
export const reviewEligibilityOf = (
  actor: Actor,
  { status, involved = [], self_decision = false }: Made,
): Static<typeof Standing> => {
  const { role } = actor
  const selfDecision = share(principalsOf(actor), involved)
  const cannot = (whyNot: 'over' | 'role' | 'hand') => ({ mayDecide: false, whyNot, selfDecision })
  if (status !== 'submitted') return cannot('over')
  if (!role || !deciders.includes(role)) return cannot('role')
  return selfDecision && !self_decision ? cannot('hand') : { mayDecide: true, selfDecision }
}
