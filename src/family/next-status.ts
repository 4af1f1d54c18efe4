import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'

/** The statuses that may follow each status. */
export type Following<Status extends string> = Readonly<Record<Status, readonly Status[]>>

/**
 * Returns the requested status, or the current one if none was requested. Throws a 422 for a status that may not
 * follow.
 */
export const nextStatus = <Status extends string>(
  noun: string,
  following: Following<Status>,
  from: Status,
  to: Status | undefined,
): Status => {
  if (to === undefined || following[from].includes(to)) return to ?? from
  const possible = following[from].join(' or ') || 'nothing else'
  throw new Refusal(
    'unprocessable',
    sentence`record.status_not_possible: A ${{ noun }} that is ${{ from }} can become ${{ possible }}, not ${{ to }}.`,
  )
}
