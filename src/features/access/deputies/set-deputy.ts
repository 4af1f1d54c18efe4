import type { Static, TObject } from 'typebox'
import type { Change, Provided } from '#http/call.ts'
import { firstOrNotFound, invalid, Refusal } from '#http/errors.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { localDay } from '#lib/time-zone.ts'
import { requireCalendarDate } from '#shared/calendar-date.ts'
import { maxPrincipals } from '#shared/deputies.ts'
import { timeZoneOf } from '#shared/settings.ts'
import { type Deputy, type DeputyInput, findDeputyCandidate, lockDeputy, readDeputy, setDeputyOf } from './deputy.ts'

type Input = Static<TObject<typeof DeputyInput>>

/** The maximum length of an absence. */
const maxYears = 2

const endBeforeStart = sentence`field.absence_end: must not be before the first day`
const needsBoth = sentence`field.absence_dates: is missing: an absence needs its first and its last day`
const isOver = sentence`field.absence_over: must not be in the past`
const isTooLong = sentence`field.absence_length: must be at most ${{ years: maxYears }} years after the first day`

/** Returns why the dates are no absence. */
const absenceProblem = (
  { absentFrom, absentUntil }: Input,
  today: string,
): readonly [field: 'absentFrom' | 'absentUntil', problem: Sentence] | undefined => {
  if (absentFrom === null && absentUntil === null) return undefined
  if (absentFrom === null) return ['absentFrom', needsBoth]
  if (absentUntil === null) return ['absentUntil', needsBoth]
  if (absentUntil < absentFrom) return ['absentUntil', endBeforeStart]
  if (absentUntil < today) return ['absentUntil', isOver]
  const latest = Temporal.PlainDate.from(absentFrom).add({ years: maxYears }).toString()
  return absentUntil > latest ? ['absentUntil', isTooLong] : undefined
}

/** Throws a refusal unless the person can be the deputy. Eligibility is checked for each record, not here. */
const requireDeputy = async ({ tx }: Change, personId: string, deputyId: string): Promise<void> => {
  if (deputyId === personId)
    throw new Refusal('unprocessable', sentence`deputy.self: People cannot be their own deputy; choose another person.`)
  tx.write(lockDeputy, { deputyId })
  const { name, disabled, principals } = firstOrNotFound(
    await tx.query(findDeputyCandidate, { deputyId, personId }),
    'person',
  )
  if (disabled)
    throw new Refusal(
      'unprocessable',
      sentence`deputy.disabled: ${{ name }} can no longer sign in; choose another person.`,
    )
  if (principals >= maxPrincipals)
    throw new Refusal(
      'unprocessable',
      sentence`deputy.limit: ${{ name }} is already the deputy of ${{ maxPrincipals }} people; choose another person.`,
    )
}

const describe = ({ deputyId, always, absentFrom, absentUntil }: Input): string =>
  [
    deputyId === null ? 'no deputy' : `deputy ${deputyId}${always ? ', always' : ''}`,
    absentFrom === null ? 'no absence' : `absent ${absentFrom} to ${absentUntil}`,
  ].join('; ')

/**
 * Sets the deputy and the absence of a person. This only routes work: the deputy decides under their own name, and gets
 * no access that they do not have.
 */
export const setDeputy = async (
  change: Change & Provided<'workSources'>,
  personId: string,
  { deputyId, always, absentFrom, absentUntil }: Input,
): Promise<Deputy> => {
  const input = { deputyId, always, absentFrom, absentUntil }
  requireCalendarDate('absentFrom', absentFrom)
  requireCalendarDate('absentUntil', absentUntil)
  const problem = absenceProblem(input, localDay(change.now, await timeZoneOf(change)))
  if (problem) throw invalid([problem[0]], problem[1])
  if (always && deputyId === null)
    throw invalid(['deputyId'], sentence`field.deputy: is required if the deputy always gets the work`)
  if (deputyId !== null) await requireDeputy(change, personId, deputyId)
  change.tx.write(setDeputyOf, { personId, ...input })
  change.audit(personId, { detail: describe(input) })
  return readDeputy(change, personId, true)
}
