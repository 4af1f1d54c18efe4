import { type Static, Type } from 'typebox'
import { readRecord } from '#http/record.ts'
import { Nullable } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import { ControlCoverage, type Covered, showCoverage } from '#src/features/governance/coverage.ts'
import { Control, controlFlow } from './control.ts'

/** A control in the workspace, with the state of its proof. */
export const WorkspaceControl = Type.Object(
  {
    ...Control.properties,
    ownerName: Nullable(Type.String()),
    coverage: ControlCoverage,
    nextStatuses: Type.Array(Control.properties.status, { description: 'The statuses that it can change to now.' }),
    ...versionField,
  },
  { title: 'WorkspaceControl' },
)

interface Row extends Covered<ControlCoverage['state']> {
  record: string
  owner_name: string | null
}

export const showControl = (row: Row): Static<typeof WorkspaceControl> => {
  const control = readRecord(Control, row.record)
  return {
    ...control,
    ownerName: row.owner_name,
    coverage: showCoverage(row),
    nextStatuses: [...controlFlow[control.status]],
    etag: etagOf(row.record),
  }
}
