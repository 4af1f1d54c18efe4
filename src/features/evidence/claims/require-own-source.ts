import { statement, text } from '#db/statement.ts'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import type { Claim } from './claim.ts'

const findCampaign = statement('find_campaign_as_source', { id: text }, 'select is_campaign(:id) as campaign')

const campaignId = /^\s*(gpc|gqr)_([0-9a-z]{26})\s*(?:\/|$)/i

/**
 * A campaign or a round makes its claim itself, with its id as the source and as the prefix of the key. A claim created
 * by hand with that id would look the same. Throws a 422.
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
        sentence`claim.source_of_campaign: This source or claimKey is reserved for the claim that a campaign or round of this workspace makes when it ends; choose another one.`,
      )
  }
}
