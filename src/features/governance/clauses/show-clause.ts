import { type Static, Type } from 'typebox'
import { readRecord } from '#http/record.ts'
import { etagOf, versionField } from '#http/version.ts'
import { ClauseCoverage, type ClauseState, type Covered, showCoverage } from '#src/features/governance/coverage.ts'
import { Clause } from './clause.ts'

/** A clause in the workspace, with the state of its proof. */
export const WorkspaceClause = Type.Object(
  { ...Clause.properties, coverage: ClauseCoverage, ...versionField },
  { title: 'WorkspaceClause' },
)

interface Row extends Covered<ClauseState> {
  record: string
  controls: number
}

export const showClause = (row: Row): Static<typeof WorkspaceClause> => ({
  ...readRecord(Clause, row.record),
  coverage: { controls: row.controls, ...showCoverage(row) },
  etag: etagOf(row.record),
})
