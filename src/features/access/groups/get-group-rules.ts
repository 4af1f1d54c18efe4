import { Type } from 'typebox'
import type { Call } from '#http/call.ts'
import { reading } from '#http/endpoint.ts'
import { etagOf, versionField } from '#http/version.ts'
import { OpenRequestId } from '#src/features/access/second-administrator/proposal.ts'
import { findOpenRequest } from '#src/features/access/second-administrator/queries.ts'
import { GroupRule, maxRules, rulesIn } from './group-rules.ts'
import { findGroupRules } from './queries.ts'

export const GroupRules = Type.Object(
  { rules: Type.Array(GroupRule, { maxItems: maxRules }), openRequestId: OpenRequestId, ...versionField },
  { title: 'GroupRules' },
)

// Each change makes a new row.
const tagOfRules = (id: string | undefined): string => etagOf(id)

export const presentRules = async ({ read }: Pick<Call, 'read'>) => {
  const [row] = await read(findGroupRules, {})
  const [waiting] = await read(findOpenRequest, { kind: 'group_rules_change', other: 'group_rules_change' })
  return {
    rules: row ? [...rulesIn(row.record)] : [],
    openRequestId: waiting?.id ?? null,
    etag: tagOfRules(row?.id),
  }
}

export const getGroupRules = reading({
  name: 'getGroupRules',
  summary: 'The role and units that each group of the identity provider, or of SCIM, gives',
  tag: 'Single sign-on',
  workspace: { path: '/group-rules', roles: ['admin'] },
  response: GroupRules,
  async version({ tx }) {
    const [row] = await tx.query(findGroupRules, {})
    return { etag: tagOfRules(row?.id), resourceId: row?.id ?? '' }
  },
  run: presentRules,
})
