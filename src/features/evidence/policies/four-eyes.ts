import type { Actor, Role } from '#api/access.ts'
import { standing } from '#api/bound.ts'
import type { Change } from '#api/call.ts'
import { addHands } from './policy-queries.ts'
import { policyVersions } from './policy-version.ts'

/** The roles that publish versions. */
export const publishers: readonly Role[] = ['admin', 'reviewer']

/** Why somebody does not publish a version, as callers see it. */
export const somebodyElse =
  'Somebody else publishes this version: whoever announced or uploaded its file does not (four eyes).'

/** Whoever announces or uploads a version has a hand in it for ever. Returns what the trail binds. */
export const noteHand = async ({ tx, actor }: Change, id: string) => {
  tx.write(addHands, { id, people: [actor.id] })
  return standing(tx, policyVersions.bound, id)
}

/** Whether somebody may publish a draft, of whose file these had a hand in. */
export const mayPublish = ({ id, role }: Pick<Actor, 'id' | 'role'>, hands: readonly string[]): boolean =>
  role !== undefined && publishers.includes(role) && !hands.includes(id)
