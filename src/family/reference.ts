import { composed, rows, text } from '#db/statement.ts'
import type { Change } from '#http/call.ts'
import { type ErrorId, noSuchRecord, Refusal } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import type { Table } from './table.ts'

/** A family that other records refer to. */
export type ReferenceTarget = Pick<Table, 'table' | 'label' | 'prefix'>

/** A check of the referenced record, and the refusal that it may throw. */
export interface ReferenceCheck {
  readonly error: ErrorId
  run(change: Change, id: string, field: string): Promise<void>
}

export const person: ReferenceTarget = { table: 'person', label: 'person', prefix: 'prs' }

const existsStatement = (table: string) =>
  composed(
    `exists_${table}`,
    { id: text },
    `select id from ${table} where organization_id = :organization and id = :id`,
    rows<{ id: string }>,
  )

// Several families can refer to one table, but statement names must be unique.
const statements = new Map<string, ReturnType<typeof existsStatement>>()

const findIn = (table: string) => {
  const find = statements.get(table) ?? existsStatement(table)
  statements.set(table, find)
  return find
}

/** Checks that the workspace has the record. Throws a 404 that names the field. */
const existenceCheck = ({ table, label }: ReferenceTarget): ReferenceCheck => {
  const find = findIn(table)
  return {
    error: 'not_found',
    async run({ read }, id, field) {
      if ((await read(find, { id })).length > 0) return
      const issues = [{ path: [field], problem: sentence`field.absent: does not exist in the workspace` }]
      throw new Refusal('not_found', noSuchRecord(label), { issues })
    },
  }
}

const personCheck = existenceCheck(person)

/** Throws a 404 if the named owner does not belong to the workspace. */
export const requirePerson = async (change: Change, ownerId: string | null | undefined): Promise<void> => {
  if (typeof ownerId === 'string') await personCheck.run(change, ownerId, 'ownerId')
}

const reference = Symbol('reference')

interface FieldReference {
  readonly target: ReferenceTarget
  readonly requirement: ReferenceCheck
}

/** Declares a noun's field with the id of another record, which is checked when the field is written. */
export const refersTo = (target: ReferenceTarget, requirement = existenceCheck(target)) =>
  Object.assign(Reference(target.prefix), { [reference]: { target, requirement } satisfies FieldReference })

/** Returns the target and the check of a field that `refersTo` declared. */
export const referenceOf = (schema: object): FieldReference | undefined =>
  reference in schema ? Object(schema[reference]) : undefined
