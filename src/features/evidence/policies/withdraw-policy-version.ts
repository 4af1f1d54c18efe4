import { currentRow } from '#family/bound.ts'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { nextOf } from './move-version.ts'
import { policyTag } from './policy.ts'
import { PolicyVersion, PolicyVersionParams, policyVersionRecords, policyVersions } from './policy-version.ts'

export const withdrawPolicyVersion = changing({
  name: 'withdrawPolicyVersion',
  summary: 'Withdraw an unpublished version; it keeps its number',
  tag: policyTag,
  method: 'POST',
  workspace: {
    path: '/policies/{policyId}/versions/{versionId}/withdraw',
    roles: ['admin', 'reviewer', 'contributor'],
  },
  status: 200,
  action: 'policy.version.withdraw',
  params: PolicyVersionParams,
  response: PolicyVersion,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { policyId, versionId } }) {
    const present = await policyVersionRecords.lock(change, versionId)
    if (present.fields.policyId !== policyId) throw notFound('policy version')
    const status = nextOf(present.fields, 'withdraw')
    const changed = policyVersionRecords.update(change, present, { status })
    const { content } = await currentRow(change.tx, policyVersions.bound, versionId)
    change.audit(versionId, { before: present.record, after: changed.record, content })
    return new Rendered(changed.record)
  },
})
