import type { Actor, Role } from '#http/access.ts'
import { Refusal } from '#http/errors.ts'
import { type Flow, statusAfter } from '#lib/flow.ts'
import { sentence } from '#lib/sentence.ts'
import { principalsOf, share } from '#shared/four-eyes.ts'

/** The roles that publish versions. */
export const publishers: readonly Role[] = ['admin', 'reviewer']

const publishes = ({ role }: Actor): boolean => role !== undefined && publishers.includes(role)

/** Whether the reader may publish a draft that these people contributed to. */
export const mayPublish = (reader: Actor, hands: readonly string[]): boolean =>
  publishes(reader) && !share(principalsOf(reader), hands)

/** Whether the reader has the role to publish the draft, but contributed to it. */
export const contributedToVersion = (reader: Actor, hands: readonly string[]): boolean =>
  publishes(reader) && share(principalsOf(reader), hands)

const wordsOf = (status: string): string => status.replace('_', ' ')

/** The status of a version after a move. Throws a 422 if its status does not allow the move. */
export const moved = <Status extends string, Move extends string>(
  flow: Flow<Status, Move>,
  from: Status,
  move: Move,
): Status => {
  const status = statusAfter(flow, from, move)
  if (status) return status
  const possible = flow[move].from.map(wordsOf).join(' or ')
  throw new Refusal(
    'unprocessable',
    sentence`version.status: The version is ${{ status: wordsOf(from) }}; this is possible while it is ${{ possible }}.`,
  )
}
