import { Type } from 'typebox'
import type { ApprovalSubject } from '#http/call.ts'
import {
  dropProposal,
  openProposal,
  outdated,
  type ProposedChange,
} from '#src/features/access/second-administrator/proposal.ts'
import { lockMapping } from './apply-groups.ts'
import { changeGroupRules } from './change-group-rules.ts'
import { checkRules } from './check-rules.ts'
import { GroupRule, rulesIn } from './group-rules.ts'
import { findGroupRules, type RulesRow } from './queries.ts'

/** All rules, which replace those in force at the time of the request. */
const RulesProposal = Type.Object({
  replaces: Type.Union([Type.String(), Type.Null()]),
  rules: Type.Array(GroupRule),
})

const keyOf = ({ source, group }: GroupRule): string => `${source}: ${group}`

const saidOf = ({ role, unitIds }: GroupRule): string => [role, ...(unitIds ?? [])].join(', ')

const byGroup = (rules: readonly GroupRule[]) => new Map(rules.map(rule => [keyOf(rule), saidOf(rule)]))

/** The groups whose rules differ. */
export const rulesChanges = (text: string | null, row: RulesRow | undefined): ProposedChange[] => {
  const before = byGroup(row ? rulesIn(row.record) : [])
  const after = byGroup(text === null ? [] : JSON.parse(text).rules)
  return [...new Set([...before.keys(), ...after.keys()])]
    .map(field => ({ field, before: before.get(field) ?? null, after: after.get(field) ?? null }))
    .filter(line => line.before !== line.after)
}

export const rulesSubject: ApprovalSubject = {
  kind: 'group_rules_change',
  async apply(ctx, request) {
    const { proposal } = await openProposal(ctx, RulesProposal, request)
    await lockMapping(ctx)
    const [row] = await ctx.tx.query(findGroupRules, {})
    if ((row?.id ?? null) !== proposal.replaces) throw outdated()
    await checkRules(ctx, proposal.rules, row ? rulesIn(row.record) : [])
    const { changed, suspended, released } = await changeGroupRules(ctx, proposal.rules, request.resourceId)
    await dropProposal(ctx, request)
    return { detail: `${changed} people changed, ${suspended} without access, ${released} managed by hand` }
  },
  drop: dropProposal,
}
