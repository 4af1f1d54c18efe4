import type { Declared } from './declared.ts'
import { campaignQueries } from './queries.ts'

/** Campaigns of one kind: people are asked for something until a day, and what they gave ends in one claim. */
export const campaignKind = (declared: Declared) => ({ ...declared, queries: campaignQueries(declared) })

export type CampaignKind = ReturnType<typeof campaignKind>
