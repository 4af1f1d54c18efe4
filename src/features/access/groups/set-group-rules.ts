import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { changeGroupRules } from './change-group-rules.ts'
import { checkRules } from './check-rules.ts'
import { GroupRules, tagOfRules } from './get-group-rules.ts'
import { currentRules, GroupRule, maxRules } from './group-rules.ts'

export const setGroupRules = changing({
  name: 'setGroupRules',
  summary: 'Replace the rules for groups; people whose access follows from groups get what the new rules give at once',
  tag: 'Single sign-on',
  method: 'POST',
  workspace: { path: '/group-rules', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'group_rules.set',
  body: Type.Object({ rules: Type.Array(GroupRule, { maxItems: maxRules }) }),
  response: Type.Object({
    groupRules: GroupRules,
    changed: Type.Integer({ description: 'How many people have other access now, or are managed by hand.' }),
    suspended: Type.Integer({ description: 'How many of these no longer have access.' }),
    released: Type.Integer({ description: 'How many of these are managed by hand from now on.' }),
  }),
  errors: ['not_found'],
  async run(ctx, { body: { rules } }) {
    await checkRules(ctx, rules, await currentRules(ctx.tx))
    const { id, ...reached } = await changeGroupRules(ctx, rules)
    return { groupRules: { rules, etag: tagOfRules(id) }, ...reached }
  },
})
