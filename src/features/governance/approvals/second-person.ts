import { narrows, statement, text } from '#db/statement.ts'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { secondPersonRequiredSql } from '#shared/settings.ts'

const findSecond = statement(
  'find_second_person',
  { id: text },
  `select ${secondPersonRequiredSql} as needed,
          exists (select from approval_request a
                   where a.organization_id = :organization and a.resource_id = :id and a.status = 'open') as waiting`,
  narrows<{ needed: boolean }>,
)

/** Returns whether the workspace requires a second person. Throws a 422 if a request for the record is waiting. */
export const requireNoRequest = async ({ tx }: Change, id: string): Promise<boolean> => {
  const [row] = await tx.query(findSecond, { id })
  if (row?.waiting)
    throw new Refusal(
      'unprocessable',
      sentence`approval.record_waits: A request for this record is waiting for a second person; confirm or withdraw it first.`,
    )
  return row?.needed ?? false
}

/** Returns the 403 for a change that a person may not make without a second person. */
export const secondPersonRequired = (): Refusal =>
  new Refusal(
    'forbidden_resource',
    sentence`approval.second_person_required: This change needs a second person: request it, for another person to confirm (four eyes).`,
  )

/**
 * Runs under the record's lock. Throws a 403 for a change that needs a second person, and a 422 if a request is
 * waiting.
 */
export const requireNoSecondPerson = async (change: Change, id: string, needsTwo: boolean): Promise<void> => {
  const isNeeded = await requireNoRequest(change, id)
  if (isNeeded && needsTwo) throw secondPersonRequired()
}
