import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Pagination } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import { findFindings, findingsQuery, isOverdue } from './find-findings.ts'
import { Finding } from './finding.ts'

/** A finding in a list of the workspace. */
const ListedFinding = Type.Object(
  {
    ...Finding.properties,
    ownerName: Nullable(Type.String()),
    isOverdue: Type.Boolean(),
    claimCount: Type.Integer({ minimum: 0, description: 'The number of claims linked as proof.' }),
    acceptedClaimCount: Type.Integer({ minimum: 0, description: 'The number of linked claims that are accepted now.' }),
    ...versionField,
  },
  { title: 'ListedFinding' },
)

const endpoint = 'listWorkspaceFindings'

export const listWorkspaceFindings = readEndpoint({
  name: endpoint,
  summary: 'List findings with their owner and proof, newest first',
  tag: 'Findings',
  workspace: { path: '/findings', roles: [...roles] },
  query: Type.Object(findingsQuery),
  response: Type.Object({ findings: Type.Array(ListedFinding), pagination: Pagination }),
  errors: ['invalid_cursor'],
  needs: ['listSearch'],
  run: (call, { query }) =>
    findFindings(call, endpoint, query, row => {
      const extraFields = {
        ownerName: row.owner_name,
        isOverdue: isOverdue(readRecord(Finding, row.record), call.now),
        claimCount: row.proof,
        acceptedClaimCount: row.accepted_proof,
        etag: etagOf(row.record),
      }
      return `${row.record.slice(0, -1)},${JSON.stringify(extraFields).slice(1)}`
    }),
})
