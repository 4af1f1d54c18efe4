import type { Actor, Role } from '#api/access.ts'
import { Refusal } from '#api/errors.ts'
import { type Flow, step } from '#lib/flow.ts'

/** The roles that publish versions. */
export const publishers: readonly Role[] = ['admin', 'reviewer']

/** Whether somebody may publish a draft that these had a hand in. */
export const mayPublish = ({ id, role }: Pick<Actor, 'id' | 'role'>, hands: readonly string[]): boolean =>
  role !== undefined && publishers.includes(role) && !hands.includes(id)

/** Whether somebody would publish it, had they no hand in it. */
export const hadHand = ({ id, role }: Pick<Actor, 'id' | 'role'>, hands: readonly string[]): boolean =>
  role !== undefined && publishers.includes(role) && hands.includes(id)

const wordsOf = (status: string): string => status.replace('_', ' ')

/** The status that a version has after a move. Throws a 422 where it is not possible. */
export const moved = <Status extends string, Move extends string>(
  flow: Flow<Status, Move>,
  from: Status,
  move: Move,
): Status => {
  const status = step(flow, from, move)
  if (status) return status
  const possible = flow[move].from.map(wordsOf).join(' or ')
  throw new Refusal('unprocessable', `The version is ${wordsOf(from)}; this is possible while it is ${possible}.`)
}
