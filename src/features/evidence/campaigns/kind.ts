import type { CampaignDeclaration } from './declared.ts'
import { campaignQueries } from './queries.ts'

/** Campaigns of one kind ask people for something by a due date. Their responses end in one claim. */
export const campaignKind = (declared: CampaignDeclaration) => ({ ...declared, queries: campaignQueries(declared) })

export type CampaignKind = ReturnType<typeof campaignKind>
