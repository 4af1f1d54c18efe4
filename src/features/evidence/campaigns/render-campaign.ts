import { type Static, type TObject, Type } from 'typebox'
import { roles } from '#http/access.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import { iso } from '#lib/clock.ts'
import { failureFields, readFailure } from './failure.ts'
import type { CampaignRow, ParticipantRow } from './queries.ts'

export const NonNegativeInteger = Type.Integer({ minimum: 0 })

const Audience = Type.Object(
  {
    roles: Nullable(Type.Array(Type.Enum([...roles]))),
    people: Nullable({
      ...NonNegativeInteger,
      description: 'The number of people selected individually; null if none were.',
    }),
  },
  { title: 'CampaignAudience' },
)

/** The fields that the workspace adds to the record of every campaign. */
export const campaignFields = {
  currentVersionNumber: Nullable({
    ...NonNegativeInteger,
    description:
      'The number of the version now in force, which may be newer than the version that the campaign is about.',
  }),
  requirementTitle: Nullable(Type.String()),
  startedByName: Nullable(Type.String()),
  audience: Audience,
  isAsked: Type.Boolean({ description: 'Whether the campaign asks the caller to respond.' }),
  ...failureFields,
  retryAt: Nullable({ ...Timestamp, description: 'When the server will next try to end the campaign.' }),
  ...versionField,
}

interface Campaign {
  readonly status: string
  readonly dueAt: string
}

export const renderCampaign = (row: CampaignRow, { status }: Campaign): Static<TObject<typeof campaignFields>> => {
  const isRunning = status === 'running'
  return {
    currentVersionNumber: row.current_version_number,
    requirementTitle: row.requirement_title,
    startedByName: row.started_by_name,
    audience: { roles: row.roles, people: row.person_ids?.length ?? null },
    isAsked: row.is_asked,
    ...readFailure(isRunning ? row.failure : null),
    retryAt: isRunning && row.retry_at ? iso(row.retry_at.getTime()) : null,
    etag: etagOf(row.record),
  }
}

/** Whether the caller may respond to the campaign now. */
export const mayRespond = (row: CampaignRow, { status, dueAt }: Campaign, now: number): boolean =>
  status === 'running' && row.is_asked && row.given_at === null && Date.parse(dueAt) > now

/** Returns a person's state in a campaign; `respondedState` is the state of people who responded. */
export const participantState = <Responded extends string>(
  { is_asked, given: response }: ParticipantRow,
  respondedState: Responded,
) => {
  if (!is_asked) return 'left'
  return response === null ? 'outstanding' : respondedState
}
