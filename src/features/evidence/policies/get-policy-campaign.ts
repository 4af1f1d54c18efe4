import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import type { Call } from '#api/call.ts'
import { reading } from '#api/endpoint.ts'
import { oneOr404 } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { Nullable, Timestamp } from '#api/schema.ts'
import { etagOf, recordVersion, versionField } from '#api/version.ts'
import { iso } from '#lib/clock.ts'
import { type CampaignRow, findCampaign } from './campaign-queries.ts'
import { policyTag } from './policy.ts'
import { CampaignParams, PolicyCampaign } from './policy-campaign.ts'

const Count = Type.Integer({ minimum: 0 })

const Audience = Type.Object(
  {
    roles: Nullable(Type.Array(Type.Enum([...roles]))),
    people: Nullable({ ...Count, description: 'How many were named; null where nobody was.' }),
  },
  { title: 'PolicyAudience' },
)

/** A campaign as people see it. */
const WorkspacePolicyCampaign = Type.Object(
  {
    ...PolicyCampaign.properties,
    currentVersionNumber: Nullable({ ...Count, description: 'Of the policy now; another may have been published.' }),
    requirementTitle: Nullable(Type.String()),
    startedByName: Nullable(Type.String()),
    audience: Audience,
    progress: Type.Object({ asked: Count, acknowledged: Count }, { title: 'PolicyProgress' }),
    isAsked: Type.Boolean({ description: 'Whether it asks the reader.' }),
    acknowledgedAt: Nullable({ ...Timestamp, description: 'When the reader acknowledged.' }),
    mayAcknowledge: Type.Boolean({ description: 'Whether the reader may acknowledge now, once they opened the file.' }),
    failure: Nullable(Type.String({ description: 'Why it could not end when it should have.' })),
    retryAt: Nullable({ ...Timestamp, description: 'When that is tried again.' }),
    ...versionField,
  },
  { title: 'WorkspacePolicyCampaign' },
)

const show = (row: CampaignRow, { now }: Call): Static<typeof WorkspacePolicyCampaign> => {
  const campaign = readRecord(PolicyCampaign, row.record)
  const isRunning = campaign.status === 'running'
  const { asked, acknowledged } = campaign
  const isOver = asked !== null && acknowledged !== null
  return {
    ...campaign,
    currentVersionNumber: row.current_version_number,
    requirementTitle: row.requirement_title,
    startedByName: row.started_by_name,
    audience: { roles: row.roles, people: row.person_ids?.length ?? null },
    progress: isOver ? { asked, acknowledged } : { asked: row.asked, acknowledged: row.acknowledged },
    isAsked: row.is_asked,
    acknowledgedAt: row.acknowledged_at,
    mayAcknowledge: isRunning && row.is_asked && row.acknowledged_at === null && Date.parse(campaign.dueAt) > now,
    failure: isRunning ? row.failure : null,
    retryAt: isRunning && row.retry_at ? iso(row.retry_at.getTime()) : null,
    etag: etagOf(row.record),
  }
}

export const getPolicyCampaign = reading({
  name: 'getPolicyCampaign',
  summary: 'Get one campaign with how far it is and whether it asks the reader',
  tag: policyTag,
  workspace: { path: '/policy-campaigns/{campaignId}', roles: [...roles] },
  params: CampaignParams,
  response: WorkspacePolicyCampaign,
  version: recordVersion('policy_campaign'),
  errors: ['not_found'],
  async run(call, { params: { campaignId: id } }) {
    const row = oneOr404(await call.read(findCampaign, { id, reader: call.actor.id }), 'policy campaign')
    return show(row, call)
  },
})
