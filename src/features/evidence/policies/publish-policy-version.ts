import { currentRow } from '#family/bound.ts'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { notFound, Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { mayPublish, publishers } from '#src/features/evidence/campaigns/publishing.ts'
import { policyFourEyes } from './four-eyes.ts'
import { nextOf } from './move-version.ts'
import { policyRecords, policyTag, requirePolicyInUse } from './policy.ts'
import { findPolicyContributors } from './policy-queries.ts'
import { PolicyVersion, PolicyVersionParams, policyVersionRecords, policyVersions } from './policy-version.ts'

export const publishPolicyVersion = changing({
  name: 'publishPolicyVersion',
  summary: 'Publish a version and put it in force, as a person who had no hand in its file (four eyes)',
  tag: policyTag,
  method: 'POST',
  workspace: { path: '/policies/{policyId}/versions/{versionId}/publish', roles: publishers },
  status: 200,
  action: 'policy.version.publish',
  params: PolicyVersionParams,
  response: PolicyVersion,
  errors: ['not_found', 'forbidden_resource', 'unprocessable'],
  async run(change, { params: { policyId, versionId } }) {
    const { actor, now } = change
    const policy = await policyRecords.lock(change, policyId)
    const present = await policyVersionRecords.lock(change, versionId)
    if (present.fields.policyId !== policyId) throw notFound('policy version')
    requirePolicyInUse(policy.fields)
    const status = nextOf(present.fields, 'publish')
    const [found] = await change.read(findPolicyContributors, { checksum: present.fields.checksumSha256 })
    if (!mayPublish(actor, found?.hands ?? [])) throw new Refusal('forbidden_resource', policyFourEyes)
    const changed = policyVersionRecords.update(change, present, {
      status,
      publishedBy: actor.id,
      publishedAt: iso(now),
    })
    const { content } = await currentRow(change.tx, policyVersions.bound, versionId)
    change.audit(versionId, { before: present.record, after: changed.record, content })
    const active = policyRecords.update(change, policy, { status: 'active', currentVersionId: versionId })
    change.audit(policyId, { before: policy.record, after: active.record })
    return new Rendered(changed.record)
  },
})
