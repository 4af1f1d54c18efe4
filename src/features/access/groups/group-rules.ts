import { type Static, Type } from 'typebox'
import type { Transaction } from '#db/database.ts'
import { bound, readAsIs } from '#family/bound.ts'
import { roles } from '#http/access.ts'
import { readRecord } from '#http/record.ts'
import { Timestamp } from '#http/schema.ts'
import { UnitIds } from '#src/features/access/units/unit.ts'
import { type GroupSource, groupSources } from './mapping.ts'
import { findGroupRules } from './queries.ts'

/** A page with this many rules is still readable. A typical company has a few dozen. */
export const maxRules = 500

/** Long enough for the distinguished name of a directory. */
export const maxGroupName = 512

/** The access that one group gives. */
export const GroupRule = Type.Object(
  {
    source: Type.Enum([...groupSources], { description: 'The source of the group.' }),
    group: Type.String({
      minLength: 1,
      maxLength: maxGroupName,
      description: "The group's name or id, exactly as the source sends it.",
    }),
    role: Type.Enum([...roles]),
    unitIds: Type.Optional(UnitIds),
  },
  { title: 'GroupRule', additionalProperties: false },
)

export type GroupRule = Static<typeof GroupRule>

/** The rules of a workspace, as stored and as bound by the audit trail. */
const StoredRules = Type.Object({ rules: Type.Array(GroupRule), createdAt: Timestamp })

export type StoredRules = Static<typeof StoredRules>

const fields = [...Object.keys(StoredRules.properties), ...Object.keys(GroupRule.properties)]

export const renderRules = (stored: StoredRules): string => JSON.stringify(stored, fields)

export const boundRules = bound({ table: 'group_rules', prefix: 'grs', content: { isCurrent: readAsIs } })

/** Reads the rules of a record, one for each group of a source. */
export const readRules = (record: string): readonly GroupRule[] => readRecord(StoredRules, record).rules

/** The rules of the workspace; empty if it never had any. */
export const currentRules = async (tx: Pick<Transaction, 'query'>): Promise<readonly GroupRule[]> => {
  const [row] = await tx.query(findGroupRules, {})
  return row ? readRules(row.record) : []
}

export const rulesOf = (rules: readonly GroupRule[], source: GroupSource): GroupRule[] =>
  rules.filter(rule => rule.source === source)
