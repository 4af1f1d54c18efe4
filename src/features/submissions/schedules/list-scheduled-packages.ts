import { Type } from 'typebox'
import { paged } from '#family/paged.ts'
import { roles } from '#http/access.ts'
import type { Call } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { SubmissionPackage } from '#src/features/submissions/package.ts'
import { RequirementParams } from '#src/features/submissions/requirement.ts'
import { SubmissionDeadline } from './deadline.ts'
import { findScheduledRequirement } from './find-scheduled-requirement.ts'
import { listDeadlines } from './queries.ts'
import { type DeadlineRow, findDifference } from './recompute.ts'

const ListedDeadline = Type.Object(
  {
    id: Type.String({ description: 'The id of the package.' }),
    title: Type.String(),
    status: SubmissionPackage.properties.status,
    dueAt: { ...Timestamp, description: 'The due date of the package.' },
    computedDueAt: {
      ...Timestamp,
      description: 'The due date that was computed; a person may have changed that of the package.',
    },
    periodKey: Type.String(),
    createdLate: Type.Boolean(),
    plannedFor: Nullable(Type.String({ format: 'date-time' })),
    adopted: Type.Boolean(),
    differentDueAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'The due date that the current schedule, place and holidays give, if it differs; null otherwise.',
      }),
    ),
  },
  { title: 'ScheduledPackage' },
)

const showDeadline = async (call: Call, row: DeadlineRow & { readonly id: string }): Promise<string> => {
  const { title, status, dueAt } = readRecord(SubmissionPackage, row.package)
  const deadline = readRecord(SubmissionDeadline, row.record)
  const { periodKey, createdLate, plannedFor, adopted } = deadline
  const difference = await findDifference(call, row)
  return JSON.stringify({
    ...{ id: row.id, title, status, dueAt, computedDueAt: deadline.dueAt },
    ...{ periodKey, createdLate, plannedFor, adopted, differentDueAt: difference?.dueAt ?? null },
  })
}

export const listScheduledPackages = paged({
  name: 'listScheduledPackages',
  summary:
    'List the packages that the schedule of a requirement created, newest first, with due dates that would differ now',
  tag: 'Submissions',
  workspace: { path: '/submission-requirements/{requirementId}/scheduled-packages', roles: [...roles] },
  params: RequirementParams,
  plural: 'scheduledPackages',
  of: ListedDeadline,
  find: findScheduledRequirement,
  async read(call, { requirementId: submissionRequirementId, ...page }) {
    const rows = await call.read(listDeadlines, { ...page, submissionRequirementId })
    const shown = []
    for (const row of rows) shown.push({ id: row.id, record: await showDeadline(call, row) })
    return shown
  },
})
