import { type Static, type TObject, Type } from 'typebox'
import { roles } from '#http/access.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import { iso } from '#lib/clock.ts'
import type { CampaignRow, ParticipantRow } from './queries.ts'

export const ParticipantCount = Type.Integer({ minimum: 0 })

const Audience = Type.Object(
  {
    roles: Nullable(Type.Array(Type.Enum([...roles]))),
    people: Nullable({ ...ParticipantCount, description: 'How many people were named; null if none were.' }),
  },
  { title: 'CampaignAudience' },
)

/** The fields of every campaign that the workspace shows beside its record. */
export const shownFields = {
  currentVersionNumber: Nullable({
    ...ParticipantCount,
    description: 'The version in force now, which may be newer than the version of the campaign.',
  }),
  requirementTitle: Nullable(Type.String()),
  startedByName: Nullable(Type.String()),
  audience: Audience,
  isAsked: Type.Boolean({ description: 'Whether it asks the reader.' }),
  failure: Nullable(Type.String({ description: 'Why it could not end when it was due.' })),
  retryAt: Nullable({ ...Timestamp, description: 'When ending it is tried again.' }),
  ...versionField,
}

interface Campaign {
  readonly status: string
  readonly dueAt: string
}

export const showCampaign = (row: CampaignRow, { status }: Campaign): Static<TObject<typeof shownFields>> => {
  const isRunning = status === 'running'
  return {
    currentVersionNumber: row.current_version_number,
    requirementTitle: row.requirement_title,
    startedByName: row.started_by_name,
    audience: { roles: row.roles, people: row.person_ids?.length ?? null },
    isAsked: row.is_asked,
    failure: isRunning ? row.failure : null,
    retryAt: isRunning && row.retry_at ? iso(row.retry_at.getTime()) : null,
    etag: etagOf(row.record),
  }
}

/** Whether the reader may respond to the campaign now. */
export const mayGive = (row: CampaignRow, { status, dueAt }: Campaign, now: number): boolean =>
  status === 'running' && row.is_asked && row.given_at === null && Date.parse(dueAt) > now

/** A person's state in a campaign; `given` is the word for those who responded. */
export const standingInCampaign = <Given extends string>({ is_asked, given: said }: ParticipantRow, given: Given) => {
  if (!is_asked) return 'left'
  return said === null ? 'outstanding' : given
}
