import { Type } from 'typebox'
import type { ApprovalSubject } from '#http/call.ts'
import {
  dropProposalSecret,
  outdatedProposal,
  type ProposedChange,
  readProposal,
} from '#src/features/access/second-administrator/proposal.ts'
import { lockMapping } from './apply-groups.ts'
import { changeGroupRules } from './change-group-rules.ts'
import { checkRules } from './check-rules.ts'
import { GroupRule, readRules } from './group-rules.ts'
import { findGroupRules, type RulesRow } from './queries.ts'

/** The complete new rules. `replaces` names the rules in force at the time of the request. */
const RulesProposal = Type.Object({
  replaces: Type.Union([Type.String(), Type.Null()]),
  rules: Type.Array(GroupRule),
})

const keyOf = ({ source, group }: GroupRule): string => `${source}: ${group}`

const describeRule = ({ role, unitIds }: GroupRule): string => [role, ...(unitIds ?? [])].join(', ')

const rulesByGroup = (rules: readonly GroupRule[]) => new Map(rules.map(rule => [keyOf(rule), describeRule(rule)]))

/** Lists the groups whose rules differ between the proposal and the rules in force. */
export const rulesChanges = (text: string | null, row: RulesRow | undefined): ProposedChange[] => {
  const before = rulesByGroup(row ? readRules(row.record) : [])
  const after = rulesByGroup(text === null ? [] : JSON.parse(text).rules)
  return [...new Set([...before.keys(), ...after.keys()])]
    .map(field => ({ field, before: before.get(field) ?? null, after: after.get(field) ?? null }))
    .filter(line => line.before !== line.after)
}

export const rulesSubject: ApprovalSubject = {
  kind: 'group_rules_change',
  async apply(ctx, request) {
    const { proposal } = await readProposal(ctx, RulesProposal, request)
    await lockMapping(ctx)
    const [row] = await ctx.tx.query(findGroupRules, {})
    if ((row?.id ?? null) !== proposal.replaces) throw outdatedProposal()
    await checkRules(ctx, proposal.rules, row ? readRules(row.record) : [])
    const { changed, suspended, released } = await changeGroupRules(ctx, proposal.rules, request.resourceId)
    await dropProposalSecret(ctx, request)
    return { detail: `${changed} people changed, ${suspended} without access, ${released} managed by hand` }
  },
  drop: dropProposalSecret,
}
