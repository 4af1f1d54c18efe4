import { byteOrderMark, lineOf } from '#lib/csv.ts'
import type { StandingRow } from '#src/features/evidence/campaigns/queries.ts'
import type { PolicyCampaign } from './policy-campaign.ts'
import { showStanding } from './standing.ts'

const columns = [
  ...['personId', 'name', 'standing', 'openedAt', 'acknowledgedAt'],
  ...['policyKey', 'versionNumber', 'versionDigest'],
]

/** The list of a campaign, as a table. */
export async function* listOf(campaign: PolicyCampaign, people: readonly StandingRow[]) {
  const { policyKey, versionNumber, versionDigest } = campaign
  const lines = people
    .map(showStanding)
    .map(({ personId, name, standing, openedAt, acknowledgedAt }) =>
      lineOf([personId, name, standing, openedAt, acknowledgedAt, policyKey, versionNumber, versionDigest]),
    )
  yield Buffer.from(byteOrderMark + lineOf(columns) + lines.join(''))
}
