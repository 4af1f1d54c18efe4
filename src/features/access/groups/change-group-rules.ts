import type { AuditDetail } from '#http/audit.ts'
import type { Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { evaluateMappedPeople, lockMapping, type MappingOutcome } from './apply-groups.ts'
import { type GroupRule, renderRules } from './group-rules.ts'
import { findGroupRules, insertGroupRules, retireGroupRules } from './queries.ts'

const retiredRow = (record: string): AuditDetail => ({ before: record, after: record, content: { isCurrent: false } })

/**
 * Replaces the rules of the workspace and applies them to all mapped people. Every change of rules calls this, after
 * `checkRules`.
 */
export const changeGroupRules = async (
  ctx: Change,
  rules: readonly GroupRule[],
  id = ctx.ids.next('grs', ctx.now),
): Promise<MappingOutcome & { readonly id: string }> => {
  const { tx, now, audit } = ctx
  await lockMapping(ctx)
  const [row] = await tx.query(findGroupRules, {})
  const record = renderRules({ rules: [...rules], createdAt: iso(now) })
  tx.write(retireGroupRules, {})
  tx.write(insertGroupRules, { id, record })
  audit(id, { action: 'group_rules.set', after: record, content: { isCurrent: true }, detail: `${rules.length} rules` })
  if (row) audit(row.id, { action: 'group_rules.set', ...retiredRow(row.record) })
  writeSecurityEvent(ctx, { type: 'groupRulesChanged', context: { resourceId: id, count: rules.length } })
  return { id, ...(await evaluateMappedPeople(ctx)) }
}
