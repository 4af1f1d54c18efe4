import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#http/schema.ts'

/** The kinds of findings. Only changes made outside the program can cause them. */
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

/** The row, position in a tree or record where the database was altered. */
export const LedgerFinding = Type.Object(
  {
    kind: Type.Enum([...findingKinds], {
      description:
        'neverSealed: a row inserted behind the sealer; tailCut: a checkpoint has more rows than the ledger; historyRewritten: a checkpoint has a different root; recordAltered, recordUnbound, recordMissing: a record differs from its rows, has none, or is missing.',
    }),
    eventId: Nullable(Type.String({ description: 'The row of the audit trail, if known.' })),
    generation: Nullable(Type.Integer()),
    leafIndex: Nullable(
      Type.Integer({ description: 'The position of the row in the ledger, or the size of the checkpoint.' }),
    ),
    table: Nullable(Type.String({ description: 'The table of the record, if the finding is about one.' })),
    recordId: Nullable(Type.String({ description: 'The id of the record in audit rows.' })),
    column: Nullable(Type.String({ description: 'The column that differs from the record.' })),
  },
  { title: 'LedgerFinding' },
)

export type LedgerFinding = Static<typeof LedgerFinding>

/** A verification of the audit trail, which checks that each row is unchanged since it was sealed. */
export const Verification = Type.Object(
  {
    id: Id('lvr'),
    status: Type.Enum(['running', 'sound', 'altered']),
    scope: Type.Enum(['everything', 'daily'], { description: 'daily: new rows, and a thirtieth of the others.' }),
    size: Type.Integer({ description: 'Rows in the ledger when the verification began.' }),
    rows: Type.Integer({ description: 'Rows verified so far.' }),
    pruned: Type.Integer({ description: 'Verified rows that were removed under retention; their leaves still exist.' }),
    records: Type.Integer({ description: 'Records compared with their rows so far.' }),
    unbound: Type.Integer({
      description: 'Compared records from an earlier release, which are bound only after their next change.',
    }),
    checkpoints: Type.Integer({ description: 'Checkpoints with which the ledger was compared.' }),
    findings: Type.Array(LedgerFinding, { description: 'The first 100 findings.' }),
    requestedBy: Type.String(),
    startedAt: Timestamp,
    finishedAt: Nullable(Timestamp),
  },
  { title: 'LedgerVerification' },
)

export type Verification = Static<typeof Verification>

const fields = [...Object.keys(Verification.properties), ...Object.keys(LedgerFinding.properties)]

export const renderVerification = (value: Verification): string => JSON.stringify(value, fields)
