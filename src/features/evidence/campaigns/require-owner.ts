import { statement, text } from '#db/statement.ts'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import type { CampaignKind } from './kind.ts'

const findOwner = statement(
  'find_person_as_owner',
  { id: text },
  `select id from person where organization_id = :organization and id = :id and not disabled`,
)

/** Throws a 422 if the named owner cannot sign in or does not belong to the workspace. */
export const requireOwner = async (
  { read }: Change,
  { about }: CampaignKind,
  id: string | null | undefined,
): Promise<void> => {
  if (id === undefined || id === null || (await read(findOwner, { id })).length > 0) return
  throw new Refusal(
    'unprocessable',
    sentence`campaign.owner_required: The owner of a ${{ subject: about.table }} must be a person in the workspace who can sign in.`,
  )
}
