import { type Static, Type } from 'typebox'
import { listing } from '#family/listing.ts'
import { roles } from '#http/access.ts'
import { readRecord } from '#http/record.ts'
import { versionField } from '#http/version.ts'
import { timeZoneOf } from '#shared/settings.ts'
import { computeLateness, Lateness, type Today } from './lateness.ts'
import { packages, SubmissionPackage } from './package.ts'
import { packageEtag } from './queries.ts'

/** A listed package, with its requirement and whether it is on time. */
const WorkspacePackage = Type.Object(
  { ...SubmissionPackage.properties, requirementTitle: Type.String(), ...Lateness, ...versionField },
  { title: 'WorkspaceSubmissionPackage' },
)

interface ListedRow {
  id: string
  /** The title of the package's requirement. */
  title: string
  first_submitted_at: Date | null
  logged_at: Date
  record: string
}

const show = (row: ListedRow, today: Today): Static<typeof WorkspacePackage> => {
  const record = readRecord(SubmissionPackage, row.record)
  const latenessFields = computeLateness(record, row.first_submitted_at, today)
  return { ...record, requirementTitle: row.title, ...latenessFields, etag: packageEtag(row) }
}

/** An SQL expression for the title of the requirement. */
const requirementTitleSql = `select r.record::json ->> 'title' from submission_requirement r
              where r.organization_id = :organization and r.id = submission_requirement_id`

export const listWorkspaceSubmissionPackages = listing<ListedRow>({
  ...packages,
  name: 'listWorkspaceSubmissionPackages',
  of: 'workspace_package',
  with: 'and whether they are on time',
  surfaces: { workspace: { path: '/packages', roles: [...roles] } },
  select: `id, record, first_submitted_at, logged_at, (${requirementTitleSql}) as title`,
  response: WorkspacePackage,
  async render(call) {
    const today = { now: call.now, zone: await timeZoneOf(call) }
    return row => JSON.stringify(show(row, today))
  },
})
