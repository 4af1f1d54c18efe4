import { Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { etagOf, versionField } from '#http/version.ts'
import { OpenRequestId } from '#src/features/access/second-administrator/proposal.ts'
import { findOpenRequest } from '#src/features/access/second-administrator/queries.ts'
import { GroupRule, maxRules, readRules } from './group-rules.ts'
import { findGroupRules } from './queries.ts'

export const GroupRules = Type.Object(
  { rules: Type.Array(GroupRule, { maxItems: maxRules }), openRequestId: OpenRequestId, ...versionField },
  { title: 'GroupRules' },
)

// Each change creates a new row, so the id identifies the version.
const rulesEtag = (id: string | undefined): string => etagOf(id)

export const readGroupRules = async ({ read }: Pick<Call, 'read'>) => {
  const [row] = await read(findGroupRules, {})
  const [request] = await read(findOpenRequest, { kind: 'group_rules_change', other: 'group_rules_change' })
  return {
    rules: row ? [...readRules(row.record)] : [],
    openRequestId: request?.id ?? null,
    etag: rulesEtag(row?.id),
  }
}

export const getGroupRules = readEndpoint({
  name: 'getGroupRules',
  summary: 'Get the role and units that each group from the identity provider or SCIM gives',
  tag: 'Single sign-on',
  workspace: { path: '/group-rules', roles: ['admin'] },
  response: GroupRules,
  async version({ tx }) {
    const [row] = await tx.query(findGroupRules, {})
    return { etag: rulesEtag(row?.id), resourceId: row?.id ?? '' }
  },
  run: readGroupRules,
})
