import type { AuditDetail } from '#http/audit.ts'
import type { Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { evaluateEverybody, lockMapping, type Reached } from './apply-groups.ts'
import { type GroupRule, renderRules } from './group-rules.ts'
import { findGroupRules, insertGroupRules, retireGroupRules } from './queries.ts'

const retired = (record: string): AuditDetail => ({ before: record, after: record, content: { isCurrent: false } })

/**
 * Replaces the rules of the workspace and gives all mapped people what they say. All changes of rules come through
 * here; `checkRules` has checked `rules`.
 */
export const changeGroupRules = async (
  ctx: Change,
  rules: readonly GroupRule[],
  id = ctx.ids.next('grs', ctx.now),
): Promise<Reached & { readonly id: string }> => {
  const { tx, now, audit } = ctx
  await lockMapping(ctx)
  const [row] = await tx.query(findGroupRules, {})
  const record = renderRules({ rules: [...rules], createdAt: iso(now) })
  tx.write(retireGroupRules, {})
  tx.write(insertGroupRules, { id, record })
  audit(id, { action: 'group_rules.set', after: record, content: { isCurrent: true }, detail: `${rules.length} rules` })
  if (row) audit(row.id, { action: 'group_rules.set', ...retired(row.record) })
  writeSecurityEvent(ctx, { type: 'groupRulesChanged', context: { resourceId: id, count: rules.length } })
  return { id, ...(await evaluateEverybody(ctx)) }
}
