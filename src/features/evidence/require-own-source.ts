import type { Change } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { rows, statement, text } from '#db/statement.ts'
import type { Claim } from './claim.ts'

const findCampaign = statement(
  'find_campaign_as_source',
  { id: text },
  'select is_campaign(:id) as campaign',
  rows<{ campaign: boolean }>,
)

const campaignId = /^\s*(gpc|gqr)_([0-9a-z]{26})\s*(?:\/|$)/i

/**
 * The claim of a campaign or a round is made by itself, with its id as the source and before its key: a claim by hand
 * that names it in these would look like it. Throws a 422.
 */
export const requireOwnSource = async (
  { read }: Change,
  { sourceResourceId, claimKey }: Pick<Claim, 'sourceResourceId' | 'claimKey'>,
): Promise<void> => {
  for (const given of [sourceResourceId, claimKey]) {
    const [, prefix = '', id = ''] = campaignId.exec(given) ?? []
    if (prefix === '') continue
    const [found] = await read(findCampaign, { id: `${prefix.toLowerCase()}_${id.toUpperCase()}` })
    if (found?.campaign)
      throw new Refusal(
        'unprocessable',
        'A campaign or a round of this workspace is the source of its own claim alone, which it makes when it ends.',
      )
  }
}
