import { type Static, Type } from 'typebox'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import type { ParticipantRow } from '#src/features/evidence/campaigns/queries.ts'
import { standingInCampaign } from '#src/features/evidence/campaigns/shown.ts'
import { PolicyAcknowledgement } from './policy-campaign.ts'

/** A person's state in a campaign. */
export const PolicyStanding = Type.Object(
  {
    personId: Id('prs'),
    name: Type.String(),
    standing: Type.Enum(['acknowledged', 'outstanding', 'left'], {
      description: '`left`: the campaign no longer asks this person, even if they had acknowledged.',
    }),
    openedAt: Nullable(Timestamp),
    acknowledgedAt: Nullable(Timestamp),
  },
  { title: 'PolicyStanding' },
)

export type PolicyStanding = Static<typeof PolicyStanding>

export const showPolicyStanding = (row: ParticipantRow): PolicyStanding => {
  const said = row.given === null ? undefined : readRecord(PolicyAcknowledgement, row.given)
  return {
    personId: row.id,
    name: row.name,
    standing: standingInCampaign(row, 'acknowledged'),
    openedAt: said?.openedAt ?? null,
    acknowledgedAt: said?.acknowledgedAt ?? null,
  }
}
