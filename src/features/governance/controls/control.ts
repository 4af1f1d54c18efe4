import { type Static, Type } from 'typebox'
import { family } from '#family/family.ts'
import type { Following } from '#family/next-status.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'

/** The most characters of a controlKey. */
export const longestKey = 200

const controlStatuses = ['draft', 'active', 'retired'] as const

/** A measure of the organization that answers clauses; the proof for its requirements shows that it works. */
export const Control = Type.Object(
  {
    id: Id('gct'),
    controlKey: Line(longestKey, 'Key defined by the workspace.'),
    title: Line(500),
    description: Type.String({ maxLength: 10_000 }),
    status: Type.Enum([...controlStatuses]),
    ownerId: Nullable(Reference('prs')),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Control' },
)

export type Control = Static<typeof Control>

/** The statuses that may follow each status. */
export const controlFlow: Following<Control['status']> = {
  draft: ['active', 'retired'],
  active: ['retired'],
  retired: ['active'],
}

/** Open points "Other governance families". */
export const controls = family({
  name: 'Control',
  label: 'control',
  prefix: 'gct',
  table: 'control',
  plural: 'controls',
  record: Control,
  columns: ['controlKey', 'status', 'ownerId'],
  key: 'controlKey',
  filters: ['status'],
  tag: 'Controls',
  scope: 'governance.controls:read',
  roles: [...roles],
  list: { v1: '/governance/controls' },
  detail: { v1: '/governance/controls/{controlId}' },
  choices: [{ kind: 'control' }],
})

export const controlRecords = records(controls)
