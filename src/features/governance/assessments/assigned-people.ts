import type { Change } from '#http/call.ts'
import { notFound, Refusal } from '#http/errors.ts'
import { storedTimestamp } from '#http/timestamp.ts'
import { sentence } from '#lib/sentence.ts'
import type { Assessment } from './assessment.ts'
import { findPeople } from './assessment-queries.ts'
import { answererRoles } from './contributors.ts'

/** Throws a 404 for people outside the workspace, and a 422 if their role cannot answer assessments. */
export const requireAnswererRoles = async (
  { read }: Change,
  { assessorId, assigneeIds = [] }: Partial<Pick<Assessment, 'assessorId' | 'assigneeIds'>>,
): Promise<void> => {
  const ids = [...new Set([...assigneeIds, ...(assessorId ? [assessorId] : [])])]
  if (ids.length === 0) return
  const people = await read(findPeople, { ids })
  if (people.length < ids.length) throw notFound('person')
  const roles: readonly string[] = answererRoles
  if (people.some(({ role, disabled }) => disabled || !roles.includes(role)))
    throw new Refusal(
      'unprocessable',
      sentence`assessment.assessor_role: The assessor must be an active administrator, reviewer or contributor.`,
    )
}

const timestampFields = ['periodFrom', 'periodUntil', 'dueAt'] as const

type AssessmentTimestamps = Partial<Pick<Assessment, (typeof timestampFields)[number]>>

/** Converts the timestamps of the input to their stored form. Throws a 400 for an invalid one. */
export const normalizeTimestamps = <Input extends AssessmentTimestamps>(input: Input): Input => ({
  ...input,
  ...Object.fromEntries(
    timestampFields.flatMap(field => {
      const value = input[field]
      return typeof value === 'string' ? [[field, storedTimestamp(field, value)]] : []
    }),
  ),
})

/** Throws a 422 if the period ends before it begins. */
export const requirePeriod = ({ periodFrom, periodUntil }: Pick<Assessment, 'periodFrom' | 'periodUntil'>): void => {
  if (periodUntil < periodFrom)
    throw new Refusal('unprocessable', sentence`assessment.period: The period must not end before it begins.`)
}
