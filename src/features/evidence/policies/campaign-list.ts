import { byteOrderMark, lineOf } from '#lib/csv.ts'
import type { ParticipantRow } from '#src/features/evidence/campaigns/queries.ts'
import type { PolicyCampaign } from './policy-campaign.ts'
import { showPolicyStanding } from './standing.ts'

const columns = [
  ...['personId', 'name', 'standing', 'openedAt', 'acknowledgedAt'],
  ...['policyKey', 'versionNumber', 'versionDigest'],
]

/** The list of a campaign, as a table. */
export async function* listOf(campaign: PolicyCampaign, people: readonly ParticipantRow[]) {
  const { policyKey, versionNumber, versionDigest } = campaign
  const lines = people
    .map(showPolicyStanding)
    .map(({ personId, name, standing, openedAt, acknowledgedAt }) =>
      lineOf([personId, name, standing, openedAt, acknowledgedAt, policyKey, versionNumber, versionDigest]),
    )
  yield Buffer.from(byteOrderMark + lineOf(columns) + lines.join(''))
}
