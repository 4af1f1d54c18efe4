import { type Static, Type } from 'typebox'
import { sentence } from '#lib/sentence.ts'
import type { Role } from './access.ts'
import { Refusal } from './errors.ts'
import { readRecord } from './record.ts'
import { Timestamp } from './schema.ts'

/** The roles that require a second factor, as a workspace stores them; `{}` if it requires none. */
const FactorRules = Type.Object({
  /** The moment from which each role requires one. */
  requiredFrom: Type.Optional(Type.Record(Type.String(), Timestamp)),
  /** Whether signing on at the identity provider does not count as two factors. */
  signOnNeedsOne: Type.Optional(Type.Boolean()),
})

export type FactorRules = Static<typeof FactorRules>

export const renderFactorRules = ({ requiredFrom = {}, signOnNeedsOne = false }: FactorRules): string =>
  JSON.stringify({ requiredFrom, signOnNeedsOne })

export const readFactorRules = (text: string): FactorRules => readRecord(FactorRules, text)

/** The rules of a session's workspace, with its person's role and sign-in method. */
interface Ruled {
  /** Null where the person has a second factor. */
  readonly rules: string | null
  readonly role: Role | null
  readonly openedWith: string
}

/**
 * The deadline by which a person without a second factor must set one up, in milliseconds; undefined if none is
 * required.
 */
export const factorDue = ({ rules, role, openedWith }: Ruled): number | undefined => {
  if (rules === null || role === null) return undefined
  const { requiredFrom = {}, signOnNeedsOne = false } = readFactorRules(rules)
  const from = requiredFrom[role]
  if (from === undefined || (openedWith === 'single_sign_on' && !signOnNeedsOne)) return undefined
  return Date.parse(from)
}

/** The answer to a session that may only enrol. */
export const enrolFirst = (): Refusal =>
  new Refusal(
    'forbidden_resource',
    sentence`second_factor.required: Set up a second factor first: this workspace requires one.`,
    {
      extra: { enrol: 'second_factor' },
    },
  )
