import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { oneOr404 } from '#api/errors.ts'
import { etagOf, recordVersion, versioned } from '#api/version.ts'
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
