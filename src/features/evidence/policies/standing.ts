import { type Static, Type } from 'typebox'
import { readRecord } from '#api/record.ts'
import { Id, Nullable, Timestamp } from '#api/schema.ts'
import type { StandingRow } from './campaign-queries.ts'
import { PolicyAcknowledgement } from './policy-campaign.ts'

/** How somebody stands to a campaign. */
export const Standing = Type.Object(
  {
    personId: Id('prs'),
    name: Type.String(),
    standing: Type.Enum(['acknowledged', 'outstanding', 'left'], {
      description: 'Whoever does not belong to those whom it asks any more has left, also where they had acknowledged.',
    }),
    openedAt: Nullable(Timestamp),
    acknowledgedAt: Nullable(Timestamp),
  },
  { title: 'PolicyStanding' },
)

export type Standing = Static<typeof Standing>

const standingOf = ({ is_asked, acknowledgement }: StandingRow): Standing['standing'] => {
  if (!is_asked) return 'left'
  return acknowledgement === null ? 'outstanding' : 'acknowledged'
}

export const showStanding = (row: StandingRow): Standing => {
  const said = row.acknowledgement === null ? undefined : readRecord(PolicyAcknowledgement, row.acknowledgement)
  return {
    personId: row.id,
    name: row.name,
    standing: standingOf(row),
    openedAt: said?.openedAt ?? null,
    acknowledgedAt: said?.acknowledgedAt ?? null,
  }
}
