import type { Change } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { rows, statement, text } from '#db/statement.ts'
import type { CampaignKind } from './kind.ts'

const findOwner = statement(
  'find_person_as_owner',
  { id: text },
  `select id from person where organization_id = :organization and id = :id and not disabled`,
  rows<{ id: string }>,
)

/** Throws a 422 where somebody is named as the owner who cannot sign in, or is not of the workspace. */
export const requireOwner = async (
  { read }: Change,
  { about }: CampaignKind,
  id: string | null | undefined,
): Promise<void> => {
  if (id === undefined || id === null || (await read(findOwner, { id })).length > 0) return
  throw new Refusal('unprocessable', `The owner of a ${about.table} is a person of the workspace who can sign in.`)
}
