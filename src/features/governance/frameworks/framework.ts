import { type Static, Type } from 'typebox'
import { family } from '#family/family.ts'
import type { Following } from '#family/next-status.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'

const frameworkStatuses = ['draft', 'active', 'retired'] as const

/** A standard, a law or a policy whose clauses must be answered. */
export const Framework = Type.Object(
  {
    id: Id('gfw'),
    frameworkKey: Line(200, 'Key defined by the workspace.'),
    title: Line(500),
    description: Type.String({ maxLength: 10_000 }),
    status: Type.Enum([...frameworkStatuses]),
    ownerId: Nullable(Reference('prs')),
    version: Nullable(Line(200, 'The edition, as its publisher names it.')),
    sourceDigest: Nullable(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        asks: sentence`field.sha256_lower_case: must be a SHA-256, 64 hexadecimal digits in lower case`,
        description: 'SHA-256, hexadecimal, of the file that its clauses were last imported from.',
      }),
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Framework' },
)

export type Framework = Static<typeof Framework>

/** The statuses that may follow each status. */
export const frameworkFlow: Following<Framework['status']> = {
  draft: ['active', 'retired'],
  active: ['retired'],
  retired: ['active'],
}

/** Open points "Other governance families". */
export const frameworks = family({
  name: 'Framework',
  label: 'framework',
  prefix: 'gfw',
  table: 'framework',
  plural: 'frameworks',
  record: Framework,
  columns: ['frameworkKey', 'status', 'ownerId'],
  key: 'frameworkKey',
  filters: ['status'],
  tag: 'Frameworks',
  scope: 'governance.frameworks:read',
  roles: [...roles],
  list: { v1: '/governance/frameworks', workspace: '/frameworks' },
  detail: { v1: '/governance/frameworks/{frameworkId}' },
  choices: [{ kind: 'framework' }],
})

export const frameworkRecords = records(frameworks)
