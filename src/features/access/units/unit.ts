import { type Static, Type } from 'typebox'
import { family } from '#family/family.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import { Id, Line, Reference, Timestamp } from '#http/schema.ts'

/** A part of a workspace, such as a department or a subsidiary (decision 088). */
export const Unit = Type.Object(
  {
    id: Id('unt'),
    unitKey: Line(200, 'Key defined by the workspace.'),
    title: Line(500),
    description: Type.String({ maxLength: 10_000 }),
    status: Type.Enum(['active', 'closed'], { description: 'Records can no longer be placed in a closed unit.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Unit' },
)

export type Unit = Static<typeof Unit>

/** The units of a person or an account, as seen by a reader who may belong to others. */
export const SeenUnitIds = Type.Array(Reference('unt'), {
  maxItems: 50,
  description:
    'The units that they see; what they record belongs to the first. Without the field they see the whole workspace. ' +
    'Members of units are shown only their own.',
})

/** The units of a person or an account, in order: what they record belongs to the first. */
export const UnitIds = Type.Array(Reference('unt'), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description:
    'The units that they see; what they record belongs to the first. Without any they see the whole workspace.',
})

export const units = family({
  name: 'Unit',
  label: 'unit',
  prefix: 'unt',
  table: 'unit',
  plural: 'units',
  record: Unit,
  columns: ['unitKey', 'status'],
  key: 'unitKey',
  filters: ['status'],
  choices: [{ kind: 'unit' }],
  tag: 'Units',
  roles: [...roles],
  list: { workspace: '/units' },
  detail: { workspace: '/units/{unitId}' },
})

export const unitRecords = records(units)
