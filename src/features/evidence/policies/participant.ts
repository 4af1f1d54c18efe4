import { type Static, Type } from 'typebox'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import type { ParticipantRow } from '#src/features/evidence/campaigns/queries.ts'
import { participantState } from '#src/features/evidence/campaigns/render-campaign.ts'
import { PolicyAcknowledgement } from './policy-campaign.ts'

/** A person's state in a campaign. */
export const PolicyStanding = Type.Object(
  {
    personId: Id('prs'),
    name: Type.String(),
    standing: Type.Enum(['acknowledged', 'outstanding', 'left'], {
      description: '`left`: the campaign no longer asks this person, even if they have acknowledged.',
    }),
    openedAt: Nullable(Timestamp),
    acknowledgedAt: Nullable(Timestamp),
  },
  { title: 'PolicyStanding' },
)

export type PolicyStanding = Static<typeof PolicyStanding>

export const renderPolicyStanding = (row: ParticipantRow): PolicyStanding => {
  const acknowledgement = row.given === null ? undefined : readRecord(PolicyAcknowledgement, row.given)
  return {
    personId: row.id,
    name: row.name,
    standing: participantState(row, 'acknowledged'),
    openedAt: acknowledgement?.openedAt ?? null,
    acknowledgedAt: acknowledgement?.acknowledgedAt ?? null,
  }
}
