import { type Static, Type } from 'typebox'
import { nullable, texts } from '#db/statement.ts'
import { bound, fieldsOf } from '#family/bound.ts'
import { family } from '#family/family.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import { renderer } from '#http/record.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { policyTag } from './policy.ts'

const Count = Nullable(Type.Integer({ minimum: 0 }))

/** A campaign that asks people to acknowledge a published version by a due date. It ends in one claim. */
export const PolicyCampaign = Type.Object(
  {
    id: Id('gpc'),
    policyId: Reference('gpl'),
    policyKey: Line(200, "The policy's key when the campaign began."),
    title: Line(500, "The policy's title when the campaign began."),
    versionId: Reference('gpv'),
    versionNumber: Type.Integer({ minimum: 1 }),
    versionDigest: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the file, hexadecimal.' }),
    requirementId: Reference('ger'),
    status: Type.Enum(['running', 'ended', 'cancelled']),
    dueAt: Timestamp,
    startedBy: Reference('prs'),
    endedAt: Nullable({ ...Timestamp, description: 'When the campaign ended or was cancelled.' }),
    claimId: Nullable(Reference('gec')),
    acknowledged: { ...Count, description: 'How many of the people asked at the end had acknowledged.' },
    asked: { ...Count, description: 'How many people the campaign asked at its end.' },
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'PolicyCampaign' },
)

export type PolicyCampaign = Static<typeof PolicyCampaign>

export const policyCampaigns = family({
  name: 'PolicyCampaign',
  label: 'policy campaign',
  prefix: 'gpc',
  table: 'policy_campaign',
  plural: 'campaigns',
  record: PolicyCampaign,
  columns: ['policyId', 'versionId', 'requirementId', 'status', 'dueAt', 'startedBy', 'claimId'],
  beside: { roles: nullable(texts), personIds: nullable(texts), askedIds: texts },
  sorts: ['title', 'status', 'dueAt'],
  filters: ['policyId', 'status'],
  tag: policyTag,
  roles: [...roles],
  list: { workspace: '/policy-campaigns' },
})

export const campaignRecords = records(policyCampaigns)

export const CampaignParams = Type.Object({ campaignId: Reference('gpc') })

/** A person's acknowledgement of a version. */
export const PolicyAcknowledgement = Type.Object(
  {
    campaignId: Reference('gpc'),
    personId: Reference('prs'),
    versionId: Reference('gpv'),
    versionDigest: PolicyCampaign.properties.versionDigest,
    openedAt: { ...Timestamp, description: 'When the person opened the file, which they received in full.' },
    acknowledgedAt: Timestamp,
  },
  { title: 'PolicyAcknowledgement' },
)

export type PolicyAcknowledgement = Static<typeof PolicyAcknowledgement>

export const renderAcknowledgement = renderer(PolicyAcknowledgement)

export const boundAcknowledgements = bound({
  table: 'policy_acknowledgement',
  key: ['campaign_id', 'person_id'],
  prefix: 'gpc',
  repeats: fieldsOf('campaignId', 'personId'),
})
