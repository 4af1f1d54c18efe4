import { Type } from 'typebox'
import { text } from '#db/statement.ts'
import { search } from '#family/search.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery } from '#http/page.ts'
import { Nullable, Pagination } from '#http/schema.ts'
import { AsOfProof, asOfQuery, momentOf } from '#shared/as-of.ts'
import { SubmissionPackage } from './package.ts'
import { type PackageAsOfRow, packageAsOfColumns, rebuildPackage, statusAsOf } from './package-as-of.ts'

const fields = SubmissionPackage.properties

const PackageAsOf = Type.Object(
  {
    ...fields,
    title: Nullable(fields.title),
    dueAt: Nullable(fields.dueAt),
    requirementTitle: Type.String({ description: 'The current title of the requirement.' }),
    proof: AsOfProof,
  },
  { title: 'SubmissionPackageAsOf' },
)

const find = search<PackageAsOfRow>({
  table: 'submission_package',
  of: 'package_as_of',
  parameters: { at: text, after: text },
  columns: packageAsOfColumns,
  filters: { submissionRequirementId: 'submission_requirement_id', status: statusAsOf },
  indexes: [{ by: ['submissionRequirementId'] }, { by: [] }],
})

const renderPackageAsOf = (row: PackageAsOfRow): string => {
  const { text, requirementTitle, proof } = rebuildPackage(row)
  return `${text.slice(0, -1)},${JSON.stringify({ requirementTitle, proof }).slice(1)}`
}

export const listSubmissionPackagesAsOf = readEndpoint({
  name: 'listSubmissionPackagesAsOf',
  summary: 'List submission packages as of a given time, each with the audit row that proves it, newest first',
  tag: 'Submissions',
  workspace: { path: '/as-of/packages', roles: ['admin', 'reviewer', 'auditor'] },
  query: Type.Object({
    ...asOfQuery,
    status: Type.Optional({ ...fields.status, description: 'The status at that time.' }),
    submissionRequirementId: Type.Optional(fields.submissionRequirementId),
    ...pageQuery,
  }),
  response: Type.Object({ submissionPackages: Type.Array(PackageAsOf), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run(call, { query: { cursor, limit, at, ...filters } }) {
    const asOf = momentOf(call, at)
    return find(call, {
      endpoint: 'listSubmissionPackagesAsOf',
      plural: 'submissionPackages',
      query: { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) },
      filterValues: filters,
      values: { ...asOf },
      bound: { at: asOf.at },
      range: { before: `subpkg_${asOf.after}` },
      render: renderPackageAsOf,
    })
  },
})
