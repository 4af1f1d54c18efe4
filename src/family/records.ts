import type { Static, TObject } from 'typebox'
import type { Transaction } from '#db/database.ts'
import { composed, type Kinds, rows, scalar, text, type ValuesOf } from '#db/statement.ts'
import type { Change } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { nameOf } from '#http/name-of.ts'
import { reassign } from '#http/notify.ts'
import { readRecord, renderer } from '#http/record.ts'
import { etagOf, type Version } from '#http/version.ts'
import { iso } from '#lib/clock.ts'
import { columnOf, type Table } from './table.ts'

/** A record that a write takes or returns. */
interface StoredRecord<Shape extends TObject, Beside extends Kinds> {
  readonly id: string
  /** The record as JSON. */
  readonly record: string
  readonly fields: Static<Shape>
  readonly beside: ValuesOf<Beside>
}

/** A record that a read returns, with the names of the people in its columns. */
export interface RecordWithNames<Shape extends TObject, Beside extends Kinds, Person extends string>
  extends StoredRecord<Shape, Beside> {
  readonly names: { readonly [Column in Person]: string | null }
}

/** A row as `select` returns it. */
export type Selected = Readonly<Record<string, unknown>> & { id: string; record: string }

/** The fields with the people whose task a record is. */
const assigned = ['ownerId', 'assessorId', 'assigneeIds'] as const

const assigneesOf = (...sources: readonly Readonly<Record<string, unknown>>[]): string[] =>
  sources.flatMap(source => assigned.flatMap(name => [source[name] ?? []].flat().map(String)))

/** The fields that callers of `insert` supply. */
type RecordInput<Shape extends TObject> = Omit<Static<Shape>, 'id' | 'createdAt' | 'updatedAt'>

type Changes<Shape extends TObject> = Partial<RecordInput<Shape>>

/**
 * Reads and writes the records of a family, with statements derived from its declaration. A column that is a field
 * holds the value from the record, so the two cannot disagree.
 *
 *     const clauseRecords = records(clauses)
 *     const present = await clauseRecords.lock(change, clauseId)
 *     const after = clauseRecords.update(change, present, { applicability, justification })
 *     change.audit(after.id, { before: present.record, after: after.record })
 */
export const records = <Shape extends TObject, Beside extends Kinds, Person extends string>(
  family: Table<Shape, Beside, Person>,
) => {
  const { table, label, prefix, key } = family
  const render = renderer(family.record)
  const fields = Object.fromEntries(family.columns.map(name => [name, scalar]))
  const columnKinds: Kinds = { ...fields, ...family.beside, record: text }
  const { [key ?? '']: _, ...changeableKinds } = columnKinds
  const names = Object.keys(columnKinds)
  const insertion = composed(
    `insert_${table}`,
    { id: text, ...columnKinds },
    `insert into ${table} (organization_id, id, ${names.map(columnOf).join(', ')})
     values (:organization, :id, ${names.map(name => `:${name}`).join(', ')})`,
  )
  const sets = Object.keys(changeableKinds).map(name => `${columnOf(name)} = :${name}`)
  const change = composed(
    `update_${table}`,
    { id: text, ...changeableKinds },
    `update ${table} set ${sets.join(', ')} where organization_id = :organization and id = :id`,
  )

  const besideColumns = Object.keys(family.beside ?? {}).map(name => [name, columnOf(name)] as const)
  const people = (family.people ?? []).map(name => [name, columnOf(name), `name_of_${columnOf(name)}`] as const)
  const select = [
    ...['id', 'record', ...besideColumns.map(([, column]) => column)],
    ...people.map(([, column, nameColumn]) => `${nameOf(column)} as ${nameColumn}`),
  ].join(', ')
  const locking = (name: string, by: string) =>
    composed(
      name,
      { [by]: text },
      `select ${select} from ${table} where organization_id = :organization and ${columnOf(by)} = :${by} for update`,
      rows<Selected>,
    )
  const lockById = locking(`lock_${table}`, 'id')
  const lockByKeyValue = key && locking(`lock_${table}_by_key`, key)

  // The cast is safe, because each column returns values of its declared kind.
  const read = (row: Selected): RecordWithNames<Shape, Beside, Person> => ({
    id: row.id,
    record: row.record,
    fields: readRecord(family.record, row.record),
    beside: Object(Object.fromEntries(besideColumns.map(([name, column]) => [name, row[column]]))),
    names: Object(Object.fromEntries(people.map(([name, , nameColumn]) => [name, row[nameColumn]]))),
  })

  /** Computes the entity tag from the record and its additional columns. */
  const tagOf = ({ record, beside }: Pick<StoredRecord<Shape, Beside>, 'record' | 'beside'>): string =>
    etagOf(record, ...besideColumns.map(([name]) => beside[name]))

  const version: Version = async ({ tx }, id) => {
    const [row] = await tx.query(lockById, { id })
    return row && { etag: tagOf(read(row)), resourceId: id }
  }

  const write = (tx: Transaction, statement: typeof insertion, fields: Static<Shape>, beside: ValuesOf<Beside>) => {
    const values = { ...Object(fields), ...beside, record: render(fields) }
    tx.write(statement, values)
    return { id: values.id, record: values.record, fields, beside }
  }

  return {
    select,
    read,
    tagOf,
    version,
    insert(change: Change, input: RecordInput<Shape>, beside: ValuesOf<Beside>): StoredRecord<Shape, Beside> {
      const { tx, ids, now } = change
      const timestamp = iso(now)
      const id = ids.next(prefix, now)
      const fields = Object({ ...input, id, createdAt: timestamp, updatedAt: timestamp })
      const stored = write(tx, insertion, fields, beside)
      reassign(change, id, [], assigneesOf(fields, beside))
      return stored
    },
    /** Reads a record under its row lock. Throws a 404 if it is unknown or belongs to another workspace. */
    async lock({ tx }: Change, id: string): Promise<RecordWithNames<Shape, Beside, Person>> {
      return read(firstOrNotFound(await tx.query(lockById, { id }), label))
    },
    /** Reads the record with this key under its row lock; undefined if no record has it. */
    async lockByKey({ tx }: Change, value: string): Promise<RecordWithNames<Shape, Beside, Person> | undefined> {
      if (!key || !lockByKeyValue) throw new Error(`${table} has no key`)
      const [row] = await tx.query(lockByKeyValue, { [key]: value })
      return row && read(row)
    },
    /** Whether an update would change nothing. */
    isSame: (
      present: StoredRecord<Shape, Beside>,
      changes: Changes<Shape>,
      beside?: Partial<ValuesOf<Beside>>,
    ): boolean =>
      render(Object({ ...present.fields, ...changes })) === present.record &&
      JSON.stringify({ ...present.beside, ...beside }) === JSON.stringify(present.beside),
    update(
      call: Change,
      present: StoredRecord<Shape, Beside>,
      changes: Changes<Shape>,
      beside?: Partial<ValuesOf<Beside>>,
    ): StoredRecord<Shape, Beside> {
      const fields = Object({ ...present.fields, ...changes, updatedAt: iso(call.now) })
      const stored = write(call.tx, change, fields, { ...present.beside, ...beside })
      const before = assigneesOf(Object(present.fields), present.beside)
      reassign(call, present.id, before, assigneesOf(fields, stored.beside))
      return stored
    },
  }
}

/** The return type of `records`. */
export type Records<Shape extends TObject, Beside extends Kinds, Person extends string> = ReturnType<
  typeof records<Shape, Beside, Person>
>
