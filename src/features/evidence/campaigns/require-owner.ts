import { statement, text } from '#db/statement.ts'
import type { ReferenceCheck } from '#family/reference.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import type { CampaignKind } from './kind.ts'

const findOwner = statement(
  'find_person_as_owner',
  { id: text },
  `select id from person where organization_id = :organization and id = :id and not disabled`,
)

/** Checks the owner of a campaign's subject. Throws a 422 unless they are a person in the workspace who can sign in. */
export const ownerCheck = ({ about }: Pick<CampaignKind, 'about'>): ReferenceCheck => ({
  error: 'unprocessable',
  async run({ read }, id) {
    if ((await read(findOwner, { id })).length > 0) return
    throw new Refusal(
      'unprocessable',
      sentence`campaign.owner_required: The owner of a ${{ subject: about.table }} must be a person in the workspace who can sign in.`,
    )
  },
})
