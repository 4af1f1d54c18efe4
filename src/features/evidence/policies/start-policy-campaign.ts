import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import { Rendered } from '#api/answer.ts'
import type { Change } from '#api/call.ts'
import { changing } from '#api/endpoint.ts'
import { invalid, notFound, oneOr404, Refusal } from '#api/errors.ts'
import { Reference } from '#api/schema.ts'
import { storedTimestamp } from '#api/timestamp.ts'
import { day } from '#lib/clock.ts'
import { findAudience } from './campaign-queries.ts'
import { type Policy, policyRecords, policyTag } from './policy.ts'
import { campaignRecords, PolicyCampaign } from './policy-campaign.ts'
import { countRunningCampaigns } from './policy-queries.ts'
import { versionRecords } from './policy-version.ts'
import { holdRequirementOf } from './proven-requirement.ts'

/** The most people that a campaign asks when it begins, and the most campaigns of a policy at once. */
const most = { people: 10_000, running: 20, days: 366 } as const

const audience = {
  roles: Type.Optional(
    Type.Array(Type.Enum([...roles]), {
      minItems: 1,
      uniqueItems: true,
      description:
        'Whom it asks, by role; of every role when left out. Whoever gets such a role while it runs is asked too.',
    }),
  ),
  personIds: Type.Optional(
    Type.Array(Reference('prs'), {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: 'Whom it asks, by name; everybody when left out.',
    }),
  ),
}

const Input = Type.Object({
  policyId: PolicyCampaign.properties.policyId,
  versionId: PolicyCampaign.properties.versionId,
  requirementId: PolicyCampaign.properties.requirementId,
  dueAt: PolicyCampaign.properties.dueAt,
  ...audience,
})

type Input = Static<typeof Input>

const dueOf = ({ dueAt }: Input, now: number): string => {
  const due = storedTimestamp('dueAt', dueAt)
  if (Date.parse(due) <= now) throw invalid(['dueAt'], 'must be in the future')
  if (Date.parse(due) > now + most.days * day) throw invalid(['dueAt'], `must be within the next ${most.days} days`)
  return due
}

/** The version, which has to be the one that is in force. */
const versionOf = async (change: Change, policy: Policy, versionId: string) => {
  const { fields } = await versionRecords.lock(change, versionId)
  if (fields.policyId !== policy.id) throw notFound('policy version')
  if (policy.status !== 'active' || policy.currentVersionId !== versionId)
    throw new Refusal('unprocessable', 'A campaign is about the current version of an active policy.')
  return fields
}

const audienceOf = async (change: Change, { policyId, ...named }: Input) => {
  const { roles = null, personIds = null }: { roles?: string[] | null; personIds?: string[] | null } = named
  const found = await change.read(findAudience, { policyId, roles, personIds, limit: most.people + 1 })
  if (found.length > most.people)
    throw new Refusal('unprocessable', `A campaign asks at most ${most.people} people; start several.`)
  const askedIds = found.map(({ id }) => id)
  const isAsked = new Set(askedIds)
  if (personIds?.some(id => !isAsked.has(id)))
    throw new Refusal(
      'unprocessable',
      'Somebody who was named cannot sign in, has another role or does not see the policy.',
    )
  if (askedIds.length === 0) throw new Refusal('unprocessable', 'Nobody would be asked.')
  return { roles, personIds, askedIds }
}

export const startPolicyCampaign = changing({
  name: 'startPolicyCampaign',
  summary: 'Ask people to acknowledge the current version of a policy, until a day',
  tag: policyTag,
  method: 'POST',
  workspace: { path: '/policy-campaigns', roles: ['admin'] },
  status: 201,
  action: 'policy.campaign.start',
  body: Input,
  response: PolicyCampaign,
  errors: ['not_found', 'unprocessable'],
  async run(change, { body }) {
    const { policyId, versionId, requirementId } = body
    const { fields: policy } = await policyRecords.lock(change, policyId)
    const dueAt = dueOf(body, change.now)
    const version = await versionOf(change, policy, versionId)
    const { campaigns } = oneOr404(await change.read(countRunningCampaigns, { policyId }), 'policy')
    if (campaigns >= most.running)
      throw new Refusal('unprocessable', `A policy has at most ${most.running} campaigns at once.`)
    await holdRequirementOf(change, { requirementId, policyId })
    const { policyKey, title } = policy
    const people = await audienceOf(change, body)
    const made = campaignRecords.insert(
      change,
      {
        ...{ policyId, policyKey, title, versionId, requirementId, dueAt },
        versionNumber: version.number,
        versionDigest: version.checksumSha256,
        status: 'running',
        startedBy: change.actor.id,
        ...{ endedAt: null, claimId: null, acknowledged: null, asked: null },
      },
      people,
    )
    change.audit(made.id, { after: made.record, content: people })
    return new Rendered(made.record)
  },
})
