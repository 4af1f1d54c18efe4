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
    status: Type.Enum(['active', 'closed'], { description: 'New records cannot be placed in a closed unit.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Unit' },
)

export type Unit = Static<typeof Unit>

/** The units of a person or an account that the caller may see. */
export const VisibleUnitIds = Type.Array(Reference('unt'), {
  maxItems: 50,
  description:
    'The units whose records the person or account sees; their new records belong to the first unit. If absent, they see the whole workspace. Readers who are limited to units see only their own units here.',
})

/** The units of a person or an account, in order. Their new records belong to the first unit. */
export const UnitIds = Type.Array(Reference('unt'), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description:
    'The units whose records the person or account sees; their new records belong to the first unit. If absent, they see the whole workspace.',
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
  sorts: ['unitKey', 'title', 'status'],
  filters: ['status'],
  choices: [{ kind: 'unit' }],
  tag: 'Units',
  roles: [...roles],
  list: { workspace: '/units' },
  detail: { workspace: '/units/{unitId}' },
})

export const unitRecords = records(units)
