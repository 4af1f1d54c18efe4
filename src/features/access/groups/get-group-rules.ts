import { Type } from 'typebox'
import { reading } from '#api/endpoint.ts'
import { etagOf, versionField } from '#api/version.ts'
import { GroupRule, maxRules, rulesIn } from './group-rules.ts'
import { findGroupRules, type RulesRow } from './queries.ts'

export const GroupRules = Type.Object(
  { rules: Type.Array(GroupRule, { maxItems: maxRules }), ...versionField },
  { title: 'GroupRules' },
)

// Each change makes a new row.
export const tagOfRules = (id: string | undefined): string => etagOf(id)

const present = (row: RulesRow | undefined) => ({
  rules: row ? [...rulesIn(row.record)] : [],
  etag: tagOfRules(row?.id),
})

export const getGroupRules = reading({
  name: 'getGroupRules',
  summary: 'Which groups of the identity provider, and of SCIM, give which role and units',
  tag: 'Single sign-on',
  workspace: { path: '/group-rules', roles: ['admin'] },
  response: GroupRules,
  async version({ tx }) {
    const [row] = await tx.query(findGroupRules, {})
    return { etag: tagOfRules(row?.id), resourceId: row?.id ?? '' }
  },
  async run(call) {
    const [row] = await call.read(findGroupRules, {})
    return present(row)
  },
})
