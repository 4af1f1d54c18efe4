import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { AccessRequest, requestAccessChange } from '#src/features/access/second-administrator/proposal.ts'
import { lockMapping } from './apply-groups.ts'
import { checkRules } from './check-rules.ts'
import { GroupRules, readGroupRules } from './get-group-rules.ts'
import { GroupRule, maxRules, readRules } from './group-rules.ts'
import { findGroupRules } from './queries.ts'

const rulesByOperator =
  'Make another person an administrator, or have the operator state groupRules in the provisioning file.'

/** The current rules stay in force until another administrator confirms the change (decision 118). */
export const setGroupRules = changeEndpoint({
  name: 'setGroupRules',
  summary:
    'Request new group rules; once another administrator confirms them, mapped people get the access that the new rules give',
  tag: 'Single sign-on',
  method: 'POST',
  workspace: { path: '/group-rules', roles: ['admin'] },
  confirm: true,
  status: 202,
  action: 'group_rules.request',
  body: Type.Object({ rules: Type.Array(GroupRule, { maxItems: maxRules }) }),
  response: Type.Object({ groupRules: GroupRules, request: AccessRequest }),
  errors: ['not_found', 'conflict', 'unprocessable'],
  async run(ctx, { body: { rules } }) {
    const { tx, ids, now } = ctx
    await lockMapping(ctx)
    const [row] = await tx.query(findGroupRules, {})
    await checkRules(ctx, rules, row ? readRules(row.record) : [])
    const request = await requestAccessChange(
      ctx,
      {
        kind: 'group_rules_change',
        resourceId: ids.next('grs', now),
        title: `Rules for groups (${rules.length})`,
        proposal: { replaces: row?.id ?? null, rules },
      },
      { kinds: ['group_rules_change'], otherwise: rulesByOperator },
    )
    return { groupRules: await readGroupRules(ctx), request }
  },
})
