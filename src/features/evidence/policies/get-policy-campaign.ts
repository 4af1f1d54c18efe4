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
import { policyCampaign } from './campaign-kind.ts'
import { policyTag } from './policy.ts'
import { CampaignParams, PolicyCampaign } from './policy-campaign.ts'
import { findPolicyVersion } from './policy-queries.ts'
import { PolicyVersion } from './policy-version.ts'

const { originalFilename, contentType } = PolicyVersion.properties

/** A campaign as the workspace shows it. */
const WorkspacePolicyCampaign = Type.Object(
  {
    ...PolicyCampaign.properties,
    ...campaignFields,
    originalFilename,
    contentType,
    progress: Type.Object({ asked: NonNegativeInteger, acknowledged: NonNegativeInteger }, { title: 'PolicyProgress' }),
    acknowledgedAt: Nullable({ ...Timestamp, description: 'When the caller acknowledged the version.' }),
    mayAcknowledge: Type.Boolean({
      description: 'Whether the caller may acknowledge the version now, after opening its file.',
    }),
  },
  { title: 'WorkspacePolicyCampaign' },
)

const show = (row: CampaignRow, version: PolicyVersion, { now }: Call): Static<typeof WorkspacePolicyCampaign> => {
  const campaign = readRecord(PolicyCampaign, row.record)
  return {
    ...campaign,
    ...renderCampaign(row, campaign),
    originalFilename: version.originalFilename,
    contentType: version.contentType,
    progress: { asked: campaign.asked ?? row.asked, acknowledged: campaign.acknowledged ?? row.given },
    acknowledgedAt: row.given_at,
    mayAcknowledge: mayRespond(row, campaign, now),
  }
}

export const getPolicyCampaign = readEndpoint({
  name: 'getPolicyCampaign',
  summary: 'Get a campaign with its progress and whether it asks the caller to respond',
  tag: policyTag,
  workspace: { path: '/policy-campaigns/{campaignId}', roles: [...roles] },
  params: CampaignParams,
  response: WorkspacePolicyCampaign,
  version: recordVersion('policy_campaign'),
  errors: ['not_found'],
  async run(call, { params: { campaignId: id } }) {
    const row = firstOrNotFound(
      await call.read(policyCampaign.queries.find, { id, reader: call.actor.id }),
      'policy campaign',
    )
    const { versionId } = readRecord(PolicyCampaign, row.record)
    const version = firstOrNotFound(await call.read(findPolicyVersion, { id: versionId }), 'policy version')
    return show(row, readRecord(PolicyVersion, version.record), call)
  },
})
