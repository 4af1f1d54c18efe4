import { Type } from 'typebox'
import { paged } from '#family/paged.ts'
import { roles } from '#http/access.ts'
import { readRecord } from '#http/record.ts'
import { Nullable } from '#http/schema.ts'
import { SubmissionPackage } from '#src/features/submissions/package.ts'
import { RequirementParams } from '#src/features/submissions/requirement.ts'
import { SubmissionDeadline } from './deadline.ts'
import { findScheduledRequirement } from './find-scheduled-requirement.ts'
import { SubmissionOccurrence } from './occurrence.ts'
import { listOccurrences } from './queries.ts'
import { filingsOf, readSchedule } from './schedule.ts'

const ListedOccurrence = Type.Object(
  {
    ...SubmissionOccurrence.properties,
    filings: Type.Array(
      Type.Object({
        filing: Nullable(Type.String({ description: "The filing of the sector's act." })),
        packageId: Nullable(Type.String({ description: 'Null until the event that starts its period is known.' })),
        dueAt: Nullable(Type.String({ format: 'date-time' })),
        status: Nullable(Type.String()),
        waitsFor: Nullable(Type.String({ description: 'The event that starts the period.' })),
      }),
    ),
  },
  { title: 'ListedSubmissionOccurrence' },
)

interface OccurrenceRow {
  readonly record: string
  readonly schedule: string | null
  readonly packages:
    | readonly { readonly package_id: string; readonly record: string; readonly package: string }[]
    | null
}

const showOccurrence = (row: OccurrenceRow): string => {
  const made = (row.packages ?? []).map(({ package_id, record, package: text }) => {
    const { dueAt, status } = readRecord(SubmissionPackage, text)
    return {
      filing: readRecord(SubmissionDeadline, record).filing,
      packageId: package_id,
      dueAt,
      status,
      waitsFor: null,
    }
  })
  const schedule = readSchedule(row.schedule)
  const waiting = (schedule?.every === 'occurrence' ? filingsOf(schedule) : [])
    .filter(({ id }) => !made.some(({ filing }) => filing === id))
    .map(({ id, from }) => ({ filing: id, packageId: null, dueAt: null, status: null, waitsFor: from }))
  return JSON.stringify({ ...JSON.parse(row.record), filings: [...made, ...waiting] })
}

export const listSubmissionOccurrences = paged({
  name: 'listSubmissionOccurrences',
  summary: 'List the recorded events of a requirement, newest first, with their packages and what the others wait for',
  tag: 'Submissions',
  workspace: { path: '/submission-requirements/{requirementId}/occurrences', roles: [...roles] },
  params: RequirementParams,
  plural: 'submissionOccurrences',
  of: ListedOccurrence,
  find: findScheduledRequirement,
  async read(call, { requirementId: submissionRequirementId, ...page }) {
    const rows = await call.read(listOccurrences, { ...page, submissionRequirementId })
    return rows.map(row => ({ id: row.id, record: showOccurrence(row) }))
  },
})
