import { type Static, Type } from 'typebox'
import { type Role, roles } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { type FactorRules, readFactorRules, renderFactorRules } from '#http/factor-rules.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { day, iso } from '#lib/clock.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { lockFactorRules, updateFactorRules } from './queries.ts'

const maxGraceDays = 90

export const FactorRulesInput = {
  required: Type.Array(Type.Enum([...roles]), {
    maxItems: roles.length,
    uniqueItems: true,
    description: 'The roles that need a second factor. It is optional for other roles.',
  }),
  graceDays: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxGraceDays,
      description: 'For newly listed roles: how many days people may continue without a second factor. 14 if omitted.',
    }),
  ),
  singleSignOn: Type.Optional(
    Type.Enum(['satisfies', 'needs_factor'], {
      description: 'Whether signing on at the identity provider is enough; unchanged if omitted.',
    }),
  ),
}

const Input = Type.Object(FactorRulesInput)

/** The rules in responses. */
export const FactorRulesView = Type.Object(
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

export const toFactorRules = (text: string): Static<typeof FactorRulesView> => {
  const { requiredFrom = {}, signOnNeedsOne = false } = readFactorRules(text)
  return {
    roles: roles.map(role => {
      const startsAt = requiredFrom[role] ?? null
      return {
        role,
        secondFactor: startsAt === null ? ('optional' as const) : ('required' as const),
        requiredFrom: startsAt,
      }
    }),
    singleSignOn: signOnNeedsOne ? 'needs_factor' : 'satisfies',
  }
}

/** Roles that already needed a second factor keep their date, without a new grace period. */
const applyInput = (current: FactorRules, input: Static<typeof Input>, now: number): FactorRules => {
  const { required, graceDays = 14, singleSignOn } = input
  const graceEnd = iso(now + graceDays * day)
  const requiredRoles = roles.filter((role: Role) => required.includes(role))
  return {
    requiredFrom: Object.fromEntries(requiredRoles.map(role => [role, current.requiredFrom?.[role] ?? graceEnd])),
    signOnNeedsOne: singleSignOn === undefined ? (current.signOnNeedsOne ?? false) : singleSignOn === 'needs_factor',
  }
}

const describeRules = ({ requiredFrom = {}, signOnNeedsOne = false }: FactorRules): string => {
  const parts = Object.entries(requiredFrom).map(([role, startsAt]) => `${role} from ${startsAt.slice(0, 10)}`)
  return `${parts.join(', ') || 'optional'}${signOnNeedsOne ? ', also after single sign-on' : ''}`
}

/** Writes the rules with an audit row and a security event. Returns whether they changed, and the stored text. */
export const writeFactorRules = async (
  ctx: Change,
  input: Static<typeof Input>,
): Promise<{ readonly isChanged: boolean; readonly rules: string }> => {
  const { tx, organizationId, now, audit, identities } = ctx
  const row = firstOrNotFound(await tx.query(lockFactorRules, {}), 'workspace')
  const before = readFactorRules(row.rules)
  const after = applyInput(before, input, now)
  const rules = renderFactorRules(after)
  if (rules === renderFactorRules(before)) return { isChanged: false, rules }
  tx.write(updateFactorRules, { rules })
  audit(organizationId, {
    action: 'workspace.second_factor',
    detail: `${describeRules(before)} → ${describeRules(after)}`,
  })
  writeSecurityEvent(ctx, { type: 'secondFactorRulesChanged', context: { resourceId: organizationId } })
  tx.afterCommit(identities.forget)
  return { isChanged: true, rules }
}
