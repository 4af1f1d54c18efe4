import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import type { Call } from '#http/call.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { directions, pageLimit, pagePosition, pageQuery, renderPage } from '#http/page.ts'
import { readRecord } from '#http/record.ts'
import { Pagination, Reference, Timestamp } from '#http/schema.ts'
import { SubmissionPackage } from '#src/features/submissions/package.ts'
import { SubmissionRequirement } from '#src/features/submissions/requirement.ts'
import { SubmissionDeadline } from './deadline.ts'
import { listUnsentDeadlines } from './queries.ts'
import { findDifference } from './recompute.ts'

const endpoint = 'listDueDateDifferences'

/** The maximum number of packages to compute for one page. */
const maxExamined = 500

const DueDateDifference = Type.Object(
  {
    id: Type.String({ description: 'The id of the package.' }),
    title: Type.String(),
    status: SubmissionPackage.properties.status,
    submissionRequirementId: Reference('subreq'),
    requirementTitle: Type.String(),
    periodKey: Type.String(),
    dueAt: { ...Timestamp, description: 'The due date of the package.' },
    differentDueAt: {
      ...Timestamp,
      description: 'The due date that the current schedule, place and holidays give.',
    },
  },
  { title: 'DueDateDifference' },
)

/** Computes the due dates of a page of unsent packages, one after the other. */
const examine = async (call: Call, position: string, limit: number) => {
  const rows = await call.read(listUnsentDeadlines, { position, limit: maxExamined + 1 })
  const differences: string[] = []
  for (const [index, row] of rows.entries()) {
    if (differences.length === limit || index === maxExamined) return { differences, last: rows[index - 1]?.id }
    const difference = await findDifference(call, row)
    if (!difference) continue
    const { title, status, dueAt, submissionRequirementId } = readRecord(SubmissionPackage, row.package)
    const { periodKey } = readRecord(SubmissionDeadline, row.record)
    const { title: requirementTitle } = readRecord(SubmissionRequirement, row.requirement)
    differences.push(
      JSON.stringify({
        ...{ id: row.id, title, status, submissionRequirementId, requirementTitle, periodKey, dueAt },
        differentDueAt: difference.dueAt,
      }),
    )
  }
  return { differences, last: undefined }
}

export const listDueDateDifferences = readEndpoint({
  name: endpoint,
  summary:
    'List the unsent packages of all schedules whose due date would differ if it were computed now, newest first',
  tag: 'Submissions',
  workspace: { path: '/due-date-differences', roles: [...roles] },
  query: Type.Object(pageQuery),
  response: Type.Object({
    differences: Type.Array(DueDateDifference, {
      description: `A page ends after ${maxExamined} examined packages, so it may have fewer rows than its limit.`,
    }),
    pagination: Pagination,
  }),
  errors: ['invalid_cursor'],
  async run(call, { query }) {
    const walk = { endpoint, plural: 'differences', organization: call.organizationId, filters: {} }
    const position = pagePosition(call, walk, query.cursor) ?? directions.newest.start
    const { differences, last } = await examine(call, position, pageLimit(query))
    return renderPage(call, walk, differences, last)
  },
})
