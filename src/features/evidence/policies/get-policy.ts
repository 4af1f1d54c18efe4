import { roles } from '#http/access.ts'
import { reading } from '#http/endpoint.ts'
import { oneOr404 } from '#http/errors.ts'
import { etagOf, recordVersion, versioned } from '#http/version.ts'
import { PolicyParams, policyTag } from './policy.ts'
import { findPolicy } from './policy-queries.ts'
import { renderPolicy, WorkspacePolicy } from './show-policy.ts'

export const getPolicy = reading({
  name: 'getPolicy',
  summary: 'Get one policy',
  tag: policyTag,
  workspace: { path: '/policies/{policyId}', roles: [...roles] },
  params: PolicyParams,
  response: WorkspacePolicy,
  version: recordVersion('policy'),
  errors: ['not_found'],
  async run(call, { params }) {
    const row = oneOr404(await call.read(findPolicy, { id: params.policyId }), 'policy')
    return versioned(renderPolicy(row), etagOf(row.record))
  },
})
