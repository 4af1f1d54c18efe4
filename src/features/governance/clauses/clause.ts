import { type Static, Type } from 'typebox'
import { family } from '#family/family.ts'
import { records } from '#family/records.ts'
import { roles } from '#http/access.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { withVersionField } from '#http/version.ts'

/** One numbered section of a framework. */
export const Clause = Type.Object(
  {
    id: Id('gfc'),
    frameworkId: Reference('gfw'),
    clauseKey: Line(200, 'Unique in its framework, such as A.5.1.'),
    parentKey: Nullable(Line(200, 'The key of the clause that contains it.')),
    title: Type.String({ maxLength: 2000 }),
    text: Type.String({ maxLength: 50_000 }),
    place: Type.Integer({ minimum: 0, description: 'The position in the framework, counted from 0.' }),
    isAssessable: Type.Boolean({ description: 'False for headings.' }),
    status: Type.Enum(['active', 'withdrawn'], {
      description:
        'A clause that is removed from its framework becomes withdrawn, so that references to it remain valid.',
    }),
    applicability: Type.Enum(['applicable', 'not_applicable']),
    justification: Nullable(
      Type.String({ minLength: 1, maxLength: 10_000, description: 'Why it is or is not applicable.' }),
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Clause' },
)

export type Clause = Static<typeof Clause>

/** A clause in the machine interface, with its version. */
export const ClauseResponse = withVersionField(Clause)

/** The clauses of frameworks. `list-clauses.ts` lists those of one framework, in its order. */
export const clauses = family({
  name: 'Clause',
  label: 'clause',
  prefix: 'gfc',
  table: 'clause',
  plural: 'clauses',
  record: Clause,
  columns: ['frameworkId', 'clauseKey', 'place', 'isAssessable', 'status', 'applicability'],
  filters: [],
  tag: 'Frameworks',
  scope: 'governance.frameworks:read',
  roles: [...roles],
  list: {},
})

export const clauseRecords = records(clauses)

/** The maximum number of clauses in a framework; the largest known library has 5,880. */
export const maxClauses = 10_000
