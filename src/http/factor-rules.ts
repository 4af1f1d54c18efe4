import { type Static, Type } from 'typebox'
import { sentence } from '#lib/sentence.ts'
import type { Role } from './access.ts'
import { Refusal } from './errors.ts'
import { readRecord } from './record.ts'
import { Timestamp } from './schema.ts'

/** The stored rules of a workspace for second factors; `{}` if it requires none. */
const FactorRules = Type.Object({
  /** The time from which each role requires a second factor. */
  requiredFrom: Type.Optional(Type.Record(Type.String(), Timestamp)),
  /** Whether people who sign on at the identity provider need a second factor too. */
  signOnNeedsOne: Type.Optional(Type.Boolean()),
})

export type FactorRules = Static<typeof FactorRules>

export const renderFactorRules = ({ requiredFrom = {}, signOnNeedsOne = false }: FactorRules): string =>
  JSON.stringify({ requiredFrom, signOnNeedsOne })

export const readFactorRules = (text: string): FactorRules => readRecord(FactorRules, text)

/** The rules of a session's workspace, with its person's role and sign-in method. */
interface FactorState {
  /** Null if the person has a second factor. */
  readonly rules: string | null
  readonly role: Role | null
  readonly openedWith: string
}

/**
 * The deadline by which a person without a second factor must set one up, in milliseconds; undefined if none is
 * required.
 */
export const factorDue = ({ rules, role, openedWith }: FactorState): number | undefined => {
  if (rules === null || role === null) return undefined
  const { requiredFrom = {}, signOnNeedsOne = false } = readFactorRules(rules)
  const from = requiredFrom[role]
  if (from === undefined || (openedWith === 'single_sign_on' && !signOnNeedsOne)) return undefined
  return Date.parse(from)
}

/** The refusal for a session that may only set up a second factor. */
export const enrolFirst = (): Refusal =>
  new Refusal(
    'forbidden_resource',
    sentence`second_factor.required: Set up a second factor first: this workspace requires one.`,
    {
      extra: { enrol: 'second_factor' },
    },
  )
