import { type Static, Type } from 'typebox'
import { roles } from '#http/access.ts'
import type { Call } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { recordVersion } from '#http/version.ts'
import type { CampaignRow } from '#src/features/evidence/campaigns/queries.ts'
import {
  campaignFields,
  mayRespond,
  NonNegativeInteger,
  renderCampaign,
} from '#src/features/evidence/campaigns/render-campaign.ts'
import { questionnaireTag } from './questionnaire.ts'
import { QuestionnaireRound, RoundParams } from './questionnaire-round.ts'
import { questionnaireRound } from './round-kind.ts'

/** A round as the workspace shows it. */
const WorkspaceRound = Type.Object(
  {
    ...QuestionnaireRound.properties,
    ...campaignFields,
    progress: Type.Object(
      { asked: NonNegativeInteger, submitted: NonNegativeInteger },
      { title: 'QuestionnaireProgress' },
    ),
    submittedAt: Nullable({ ...Timestamp, description: 'When the caller submitted their answers.' }),
    mayAnswer: Type.Boolean({ description: 'Whether the caller may answer now.' }),
  },
  { title: 'WorkspaceQuestionnaireRound' },
)

const show = (row: CampaignRow, { now }: Call): Static<typeof WorkspaceRound> => {
  const round = readRecord(QuestionnaireRound, row.record)
  return {
    ...round,
    ...renderCampaign(row, round),
    progress: { asked: round.asked ?? row.asked, submitted: round.submitted ?? row.given },
    submittedAt: row.given_at,
    mayAnswer: mayRespond(row, round, now),
  }
}

export const getQuestionnaireRound = readEndpoint({
  name: 'getQuestionnaireRound',
  summary: 'Get a round with its progress and whether it asks the caller to respond',
  tag: questionnaireTag,
  workspace: { path: '/questionnaire-rounds/{roundId}', roles: [...roles] },
  params: RoundParams,
  response: WorkspaceRound,
  version: recordVersion('questionnaire_round'),
  errors: ['not_found'],
  async run(call, { params: { roundId: id } }) {
    const rows = await call.read(questionnaireRound.queries.find, { id, reader: call.actor.id })
    return show(firstOrNotFound(rows, 'questionnaire round'), call)
  },
})
