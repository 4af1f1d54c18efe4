import { type Static, Type } from 'typebox'
import type { Actor, Role } from '#api/access.ts'
import { principalsOf, share } from '#api/four-eyes.ts'
import type { Claim } from './claim.ts'

/** The roles that decide claims. */
export const deciders: readonly Role[] = ['admin', 'reviewer']

/** Why a person may not decide a claim, as callers see it. */
export const notOneself =
  'whoever made a claim or a file of it does not decide it, nor does whoever made or holds the secret of a service account that did (four eyes).'

/** How the audit trail marks a decision on one's own work, which a workspace can allow. */
export const selfDecided = 'self-decided'

/** Whether a person may decide a claim, and if not, why. */
export const standing = {
  mayDecide: Type.Boolean({ description: 'Whether the reader may decide the claim now.' }),
  whyNot: Type.Optional(
    Type.Enum(['over', 'role', 'hand'], {
      description: 'The claim does not wait any more, their role decides nothing, or they had a hand in it.',
    }),
  ),
  selfDecision: Type.Boolean({
    description:
      'The reader had a hand in it: where the workspace lets them decide all the same, the decision is marked.',
  }),
}

const Standing = Type.Object(standing)

interface Made {
  readonly status: Claim['status']
  /** Everybody who was involved in making it. */
  readonly involved?: readonly string[]
  /** Whether the workspace lets them decide anyway. */
  readonly self_decision?: boolean
}

/** What the reader may do. */
export const standingOf = (
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
