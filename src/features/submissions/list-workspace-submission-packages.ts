import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { answerPage, pageQuery } from '#api/family.ts'
import { readRecord } from '#api/record.ts'
import { Pagination } from '#api/schema.ts'
import { timeZoneOf } from '#api/settings.ts'
import { versionField } from '#api/version.ts'
import { Lateness, lateness, type Today } from './lateness.ts'
import { SubmissionPackage } from './package.ts'
import { type ListedPackageRow, listWorkspacePackages, packageTag } from './queries.ts'

const { submissionRequirementId, status } = SubmissionPackage.properties

/** The package with what people look for in a list of them: of what it is a filing, and whether it is in time. */
const WorkspacePackage = Type.Object(
  { ...SubmissionPackage.properties, requirementTitle: Type.String(), ...Lateness, ...versionField },
  { title: 'WorkspaceSubmissionPackage' },
)

const show = (row: ListedPackageRow, today: Today): Static<typeof WorkspacePackage> => {
  const record = readRecord(SubmissionPackage, row.record)
  const late = lateness(record, row.first_submitted_at, today)
  return { ...record, requirementTitle: row.title, ...late, etag: packageTag(row) }
}

const statements = [
  { given: '', statement: listWorkspacePackages() },
  { given: 'submissionRequirementId', statement: listWorkspacePackages('submissionRequirementId') },
  { given: 'status', statement: listWorkspacePackages('status') },
  {
    given: 'submissionRequirementId,status',
    statement: listWorkspacePackages('submissionRequirementId', 'status'),
  },
]

const statementBy = (given: string) => {
  const found = statements.find(known => known.given === given)
  if (!found) throw new Error(`no statement lists packages by ${given}`)
  return found.statement
}

const endpoint = 'listWorkspaceSubmissionPackages'

export const listWorkspaceSubmissionPackages = reading({
  name: endpoint,
  summary: 'List submission packages with whether they are in time, newest first',
  tag: 'Submissions',
  workspace: { path: '/packages', roles: [...roles] },
  query: Type.Object({
    submissionRequirementId: Type.Optional(submissionRequirementId),
    status: Type.Optional(status),
    ...pageQuery,
  }),
  response: Type.Object({ submissionPackages: Type.Array(WorkspacePackage), pagination: Pagination }),
  errors: ['invalid_cursor'],
  async run(call, { query: { submissionRequirementId, status, ...query } }) {
    const today = { now: call.now, zone: await timeZoneOf(call) }
    const filters = { ...(submissionRequirementId && { submissionRequirementId }), ...(status && { status }) }
    const statement = statementBy(Object.keys(filters).join())
    return answerPage(call, {
      endpoint,
      plural: 'submissionPackages',
      read: at => call.read(statement, { ...at, ...filters }),
      filters,
      query,
      render: row => JSON.stringify(show(row, today)),
    })
  },
})
