import { byteOrderMark, lineOf } from '#lib/csv.ts'
import type { ParticipantRow } from '#src/features/evidence/campaigns/queries.ts'
import { renderPolicyStanding } from './participant.ts'
import type { PolicyCampaign } from './policy-campaign.ts'

const columns = [
  ...['personId', 'name', 'standing', 'openedAt', 'acknowledgedAt'],
  ...['policyKey', 'versionNumber', 'versionDigest'],
]

/** Renders the people of a campaign as a CSV table. */
export async function* streamAcknowledgements(campaign: PolicyCampaign, people: readonly ParticipantRow[]) {
  const { policyKey, versionNumber, versionDigest } = campaign
  const lines = people
    .map(renderPolicyStanding)
    .map(({ personId, name, standing, openedAt, acknowledgedAt }) =>
      lineOf([personId, name, standing, openedAt, acknowledgedAt, policyKey, versionNumber, versionDigest]),
    )
  yield Buffer.from(byteOrderMark + lineOf(columns) + lines.join(''))
}
