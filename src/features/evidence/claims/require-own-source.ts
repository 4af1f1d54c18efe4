import { statement, text } from '#db/statement.ts'
import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import type { Claim } from './claim.ts'

const findCampaign = statement('find_campaign_as_source', { id: text }, 'select is_campaign(:id) as campaign')

const campaignId = /^\s*(gpc|gqr)_([0-9a-z]{26})\s*(?:\/|$)/i

/**
 * Throws a 422 if a claim that a caller creates names a campaign or a round as its source, or in the prefix of its key.
 * A campaign or round makes its own claim with its id in both places, so the two claims would look alike.
 */
export const requireOwnSource = async (
  { read }: Change,
  { sourceResourceId, claimKey }: Pick<Claim, 'sourceResourceId' | 'claimKey'>,
): Promise<void> => {
  for (const text of [sourceResourceId, claimKey]) {
    const [, prefix = '', id = ''] = campaignId.exec(text) ?? []
    if (prefix === '') continue
    const [source] = await read(findCampaign, { id: `${prefix.toLowerCase()}_${id.toUpperCase()}` })
    if (source?.campaign)
      throw new Refusal(
        'unprocessable',
        sentence`claim.source_of_campaign: This source or claimKey is reserved for the claim that a campaign or round of this workspace makes when it ends; choose another one.`,
      )
  }
}
