import { type Static, Type } from 'typebox'
import type { Actor, Role } from '#api/access.ts'
import type { Claim } from './claim.ts'

/** Whose role decides claims. */
export const deciders: readonly Role[] = ['admin', 'reviewer']

/** Why somebody does not decide a claim, as callers are told. */
export const notOneself =
  'whoever made a claim or a file of it does not decide it, nor does whoever made or holds the secret of a service account that did (four eyes).'

/** What the audit trail says of a decision that a workspace without enough people has allowed. */
export const selfDecided = 'self-decided'

/** Whether somebody decides a claim, and if not, why. */
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
  /** Everybody who had a hand in it. */
  readonly involved?: readonly string[]
  /** Whether the workspace lets them decide all the same. */
  readonly self_decision?: boolean
}

/** Where the reader stands. */
export const standingOf = (
  { id, role }: Actor,
  { status, involved = [], self_decision = false }: Made,
): Static<typeof Standing> => {
  const selfDecision = involved.includes(id)
  const cannot = (whyNot: 'over' | 'role' | 'hand') => ({ mayDecide: false, whyNot, selfDecision })
  if (status !== 'submitted') return cannot('over')
  if (!role || !deciders.includes(role)) return cannot('role')
  return selfDecision && !self_decision ? cannot('hand') : { mayDecide: true, selfDecision }
}
