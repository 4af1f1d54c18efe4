import { type Static, Type } from 'typebox'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import type { ParticipantRow } from '#src/features/evidence/campaigns/queries.ts'
import { participantState } from '#src/features/evidence/campaigns/render-campaign.ts'
import { QuestionnaireResponse } from './questionnaire-response.ts'

/** A person's state in a round. */
export const QuestionnaireStanding = Type.Object(
  {
    personId: Id('prs'),
    name: Type.String(),
    standing: Type.Enum(['submitted', 'outstanding', 'left'], {
      description: '`left`: the round no longer asks this person, even if they have submitted.',
    }),
    submittedAt: Nullable(Timestamp),
  },
  { title: 'QuestionnaireStanding' },
)

export const renderQuestionnaireStanding = (row: ParticipantRow): Static<typeof QuestionnaireStanding> => ({
  personId: row.id,
  name: row.name,
  standing: participantState(row, 'submitted'),
  submittedAt: row.given === null ? null : readRecord(QuestionnaireResponse, row.given).submittedAt,
})
