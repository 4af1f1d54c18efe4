import type { CampaignDeclaration } from './declaration.ts'
import { campaignQueries } from './queries.ts'

/** Defines a kind of campaign, which asks people for a response by a due date and ends in one claim. */
export const campaignKind = (declaration: CampaignDeclaration) => ({
  ...declaration,
  queries: campaignQueries(declaration),
})

export type CampaignKind = ReturnType<typeof campaignKind>
