import type { Actor, Role } from '#http/access.ts'
import { Refusal } from '#http/errors.ts'
import { type Flow, statusAfter } from '#lib/flow.ts'
import { sentence } from '#lib/sentence.ts'
import { overlap, principalsOf } from '#shared/four-eyes.ts'

/** The roles that publish versions. */
export const publishers: readonly Role[] = ['admin', 'reviewer']

const isPublisher = ({ role }: Actor): boolean => role !== undefined && publishers.includes(role)

/** Whether the caller may publish a draft with these contributors. */
export const mayPublish = (reader: Actor, contributors: readonly string[]): boolean =>
  isPublisher(reader) && !overlap(principalsOf(reader), contributors)

/** Whether the caller has the role to publish the draft, but contributed to it. */
export const contributedToVersion = (reader: Actor, contributors: readonly string[]): boolean =>
  isPublisher(reader) && overlap(principalsOf(reader), contributors)

const statusWords = (status: string): string => status.replace('_', ' ')

/** Returns the status of a version after a move. Throws a 422 if its current status does not allow the move. */
export const nextVersionStatus = <Status extends string, Move extends string>(
  flow: Flow<Status, Move>,
  from: Status,
  move: Move,
): Status => {
  const status = statusAfter(flow, from, move)
  if (status) return status
  const possible = flow[move].from.map(statusWords).join(' or ')
  throw new Refusal(
    'unprocessable',
    sentence`version.status: The version is ${{ status: statusWords(from) }}; this is possible while it is ${{ possible }}.`,
  )
}
