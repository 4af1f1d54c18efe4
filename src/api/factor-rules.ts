import { type Static, Type } from 'typebox'
import type { Role } from './access.ts'
import { Refusal } from './errors.ts'
import { readRecord } from './record.ts'
import { Timestamp } from './schema.ts'

/** The roles that need a second factor, as a workspace stores them; `{}` where it requires none. */
const FactorRules = Type.Object({
  /** By role, from when on. */
  requiredFrom: Type.Optional(Type.Record(Type.String(), Timestamp)),
  /** Whether signing on at the identity provider does not count as two factors. */
  signOnNeedsOne: Type.Optional(Type.Boolean()),
})

export type FactorRules = Static<typeof FactorRules>

export const renderFactorRules = ({ requiredFrom = {}, signOnNeedsOne = false }: FactorRules): string =>
  JSON.stringify({ requiredFrom, signOnNeedsOne })

export const readFactorRules = (text: string): FactorRules => readRecord(FactorRules, text)

/** The rules of a session's workspace, and whom it belongs to. */
interface Ruled {
  /** Null where the person has a second factor. */
  readonly rules: string | null
  readonly role: Role | null
  readonly openedWith: string
}

/** When somebody without a second factor has to have one, in milliseconds; nothing where none is required. */
export const factorDue = ({ rules, role, openedWith }: Ruled): number | undefined => {
  if (rules === null || role === null) return undefined
  const { requiredFrom = {}, signOnNeedsOne = false } = readFactorRules(rules)
  const from = requiredFrom[role]
  if (from === undefined || (openedWith === 'single_sign_on' && !signOnNeedsOne)) return undefined
  return Date.parse(from)
}

/** The answer to a session that may only enrol. */
export const enrolFirst = (): Refusal =>
  new Refusal('forbidden_resource', 'Set up a second factor first: this workspace requires one.', {
    extra: { enrol: 'second_factor' },
  })
