import { type Static, Type } from 'typebox'
import { type Role, roles } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { oneOr404 } from '#http/errors.ts'
import { type FactorRules, readFactorRules, renderFactorRules } from '#http/factor-rules.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { day, iso } from '#lib/clock.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { lockFactorRules, updateFactorRules } from './queries.ts'

const longestGrace = 90

export const FactorRulesInput = {
  required: Type.Array(Type.Enum([...roles]), {
    maxItems: roles.length,
    uniqueItems: true,
    description: 'The roles that need a second factor; for the others it is optional.',
  }),
  graceDays: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: longestGrace,
      description: 'For newly listed roles: how long people may continue without one. 14 if omitted.',
    }),
  ),
  singleSignOn: Type.Optional(
    Type.Enum(['satisfies', 'needs_factor'], {
      description: 'Whether signing on at the identity provider is enough; unchanged if omitted.',
    }),
  ),
}

const Input = Type.Object(FactorRulesInput)

/** The rules as they are shown. */
export const ShownFactorRules = Type.Object(
  {
    roles: Type.Array(
      Type.Object({
        role: Type.Enum([...roles]),
        secondFactor: Type.Enum(['optional', 'required']),
        requiredFrom: Nullable(Timestamp),
      }),
    ),
    singleSignOn: Type.Enum(['satisfies', 'needs_factor']),
  },
  { title: 'SecondFactorRules' },
)

export const showRules = (text: string): Static<typeof ShownFactorRules> => {
  const { requiredFrom = {}, signOnNeedsOne = false } = readFactorRules(text)
  return {
    roles: roles.map(role => {
      const from = requiredFrom[role] ?? null
      return { role, secondFactor: from === null ? ('optional' as const) : ('required' as const), requiredFrom: from }
    }),
    singleSignOn: signOnNeedsOne ? 'needs_factor' : 'satisfies',
  }
}

/** Roles that were already required keep their date: no new grace period begins. */
const next = (present: FactorRules, input: Static<typeof Input>, now: number): FactorRules => {
  const { required, graceDays = 14, singleSignOn } = input
  const fresh = iso(now + graceDays * day)
  const dated = roles.filter((role: Role) => required.includes(role))
  return {
    requiredFrom: Object.fromEntries(dated.map(role => [role, present.requiredFrom?.[role] ?? fresh])),
    signOnNeedsOne: singleSignOn === undefined ? (present.signOnNeedsOne ?? false) : singleSignOn === 'needs_factor',
  }
}

const summary = ({ requiredFrom = {}, signOnNeedsOne = false }: FactorRules): string => {
  const dated = Object.entries(requiredFrom).map(([role, from]) => `${role} from ${from.slice(0, 10)}`)
  return `${dated.join(', ') || 'optional'}${signOnNeedsOne ? ', also after single sign-on' : ''}`
}

/** Writes the rules, with an audit row and a security event; returns whether they changed, and the stored text. */
export const writeRules = async (
  ctx: Change,
  input: Static<typeof Input>,
): Promise<{ readonly isChanged: boolean; readonly rules: string }> => {
  const { tx, organizationId, now, audit, identities } = ctx
  const row = oneOr404(await tx.query(lockFactorRules, {}), 'workspace')
  const before = readFactorRules(row.rules)
  const after = next(before, input, now)
  const rules = renderFactorRules(after)
  if (rules === renderFactorRules(before)) return { isChanged: false, rules }
  tx.write(updateFactorRules, { rules })
  audit(organizationId, { action: 'workspace.second_factor', detail: `${summary(before)} → ${summary(after)}` })
  writeSecurityEvent(ctx, { type: 'secondFactorRulesChanged', context: { resourceId: organizationId } })
  tx.afterCommit(identities.forget)
  return { isChanged: true, rules }
}
