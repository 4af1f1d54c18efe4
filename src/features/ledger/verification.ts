import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#api/schema.ts'

/** What is found where somebody else than the program has been at the tables. */
const findingKinds = [
  'rowAltered',
  'rowDeleted',
  'leafMissing',
  'neverSealed',
  'treeAltered',
  'tailCut',
  'historyRewritten',
  'erasureWithoutRow',
  'recordAltered',
  'recordUnbound',
  'recordMissing',
] as const

/** The row, the place in a tree or the record where the database is not what it was. */
export const Finding = Type.Object(
  {
    kind: Type.Enum([...findingKinds], {
      description:
        'neverSealed: a row that came in behind the sealer; tailCut: a checkpoint has more rows than the ledger; historyRewritten: a checkpoint has another root; recordAltered, recordUnbound, recordMissing: a record is not what its rows say, has none, or is gone.',
    }),
    eventId: Nullable(Type.String({ description: 'The row of the audit trail, where one is known.' })),
    generation: Nullable(Type.Integer()),
    leafIndex: Nullable(Type.Integer({ description: 'Its place in the ledger, or the size of the checkpoint.' })),
    table: Nullable(Type.String({ description: 'Of a record: the table that it stands in.' })),
    recordId: Nullable(Type.String({ description: 'What audit rows call the record.' })),
    column: Nullable(Type.String({ description: 'The column that does not say what the record says.' })),
  },
  { title: 'LedgerFinding' },
)

export type Finding = Static<typeof Finding>

/** A look at the audit trail: whether each row is what was sealed. */
export const Verification = Type.Object(
  {
    id: Id('lvr'),
    status: Type.Enum(['running', 'sound', 'altered']),
    scope: Type.Enum(['everything', 'daily'], { description: 'daily: what is new, and a thirtieth of the rest.' }),
    size: Type.Integer({ description: 'Rows in the ledger when it began.' }),
    rows: Type.Integer({ description: 'Rows looked at so far.' }),
    pruned: Type.Integer({ description: 'Of these, rows that were removed under retention; their leaves are there.' }),
    records: Type.Integer({ description: 'Records compared with the rows that speak of them, so far.' }),
    unbound: Type.Integer({
      description: 'Of these, records of an earlier release, which rows bind only once they have changed.',
    }),
    checkpoints: Type.Integer({ description: 'Checkpoints that the ledger was compared with.' }),
    findings: Type.Array(Finding, { description: 'The first 100.' }),
    requestedBy: Type.String(),
    startedAt: Timestamp,
    finishedAt: Nullable(Timestamp),
  },
  { title: 'LedgerVerification' },
)

export type Verification = Static<typeof Verification>

const fields = [...Object.keys(Verification.properties), ...Object.keys(Finding.properties)]

export const renderVerification = (value: Verification): string => JSON.stringify(value, fields)
