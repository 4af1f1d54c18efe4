import { type Static, type TObject, Type } from 'typebox'
import type { Transaction } from '#db/database.ts'
import { composed, type Kinds, rows, scalar, text, type ValuesOf } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import type { Change } from './call.ts'
import { notFound } from './errors.ts'
import { nameOf } from './name-of.ts'
import { readRecord, renderer } from './record.ts'
import { Reference } from './schema.ts'

/** How a family is stored. Columns are called as fields are: `requirementKey` is the column `requirement_key`. */
export interface Table<Shape extends TObject = TObject, Beside extends Kinds = Kinds, Person extends string = string> {
  readonly table: string
  /** What a person calls one of them: `evidence claim`. */
  readonly label: string
  readonly prefix: string
  /** The public record; `id`, `createdAt` and `updatedAt` are among its fields. */
  readonly record: Shape
  /** Fields of the record that are columns too. */
  readonly columns: readonly string[]
  /** Columns that are no fields of the record, such as what only people see; none is a timestamp. */
  readonly beside?: Beside
  /** Columns that hold ids of people, whose names are read too. */
  readonly people?: readonly Person[]
  /** The column that names one record of its workspace at most. */
  readonly key?: string
}

/** `requirementKey` → `requirement_key` */
export const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** The last part of the path of one record, `{claimId}`: its schema, and what is sent in it. */
export const parameterOf = ({ label, prefix }: Pick<Table, 'label' | 'prefix'>) => {
  const name = `${label.split(' ').at(-1)}Id`
  return {
    params: Type.Object({ [name]: Reference(prefix) }),
    idOf: (sent: Readonly<Record<string, unknown>>): string => String(sent[name]),
  }
}

/** A record as it is written. */
interface Written<Shape extends TObject, Beside extends Kinds> {
  readonly id: string
  /** Its JSON. */
  readonly record: string
  readonly fields: Static<Shape>
  readonly beside: ValuesOf<Beside>
}

/** A record as it is read. */
export interface Found<Shape extends TObject, Beside extends Kinds, Person extends string>
  extends Written<Shape, Beside> {
  readonly names: { readonly [Column in Person]: string | null }
}

/** A row of what `records` selects. */
export type Selected = Readonly<Record<string, unknown>> & { id: string; record: string }

/** What is said of a record by whoever writes it. */
type Given<Shape extends TObject> = Omit<Static<Shape>, 'id' | 'createdAt' | 'updatedAt'>

type Changes<Shape extends TObject> = Partial<Given<Shape>>

/**
 * Reads and writes the records of a family, by statements that follow from its declaration. A column that is a field
 * holds what the record says, so the two cannot disagree.
 */
export const records = <Shape extends TObject, Beside extends Kinds, Person extends string>(
  family: Table<Shape, Beside, Person>,
) => {
  const { table, label, prefix, key } = family
  const render = renderer(family.record)
  const besides = Object.keys(family.beside ?? {})
  const people = family.people ?? []
  const columns: Kinds = { ...Object.fromEntries(family.columns.map(name => [name, scalar])), ...family.beside }
  const { [key ?? '']: _, ...changing } = columns
  const names = Object.keys(columns)

  const insertion = composed(
    `insert_${table}`,
    { id: text, ...columns, record: text },
    `insert into ${table} (organization_id, id, ${names.map(columnOf).join(', ')}, record)
     values (:organization, :id, ${names.map(name => `:${name}`).join(', ')}, :record)`,
  )
  const change = composed(
    `update_${table}`,
    { id: text, ...changing, record: text },
    `update ${table} set ${[...Object.keys(changing), 'record'].map(name => `${columnOf(name)} = :${name}`).join(', ')}
      where organization_id = :organization and id = :id`,
  )
  const nameColumn = (name: string) => `name_of_${columnOf(name)}`
  const select = [
    ...['id', 'record', ...besides].map(columnOf),
    ...people.map(name => `${nameOf(columnOf(name))} as ${nameColumn(name)}`),
  ].join(', ')
  const locking = (name: string, by: string) =>
    composed(
      name,
      { [by]: text },
      `select ${select} from ${table}
        where organization_id = :organization and ${columnOf(by)} = :${by} for update`,
      rows<Selected>,
    )
  const locks = { id: locking(`lock_${table}`, 'id'), key: key && locking(`lock_${table}_by_key`, key) }

  // What the columns hold is what their kinds took.
  const valuesOf = <Value>(row: Selected, columns: readonly (readonly [name: string, column: string])[]): Value =>
    Object(Object.fromEntries(columns.map(([name, column]) => [name, row[column]])))

  const read = (row: Selected): Found<Shape, Beside, Person> => ({
    id: row.id,
    record: row.record,
    fields: readRecord(family.record, row.record),
    beside: valuesOf(
      row,
      besides.map(name => [name, columnOf(name)]),
    ),
    names: valuesOf(
      row,
      people.map(name => [name, nameColumn(name)]),
    ),
  })

  const write = (tx: Transaction, statement: typeof insertion, fields: Static<Shape>, beside: ValuesOf<Beside>) => {
    const values = { ...Object(fields), ...beside, record: render(fields) }
    tx.write(statement, values)
    return { id: values.id, record: values.record, fields, beside }
  }

  return {
    select,
    read,
    insert({ tx, ids, now }: Change, given: Given<Shape>, beside: ValuesOf<Beside>): Written<Shape, Beside> {
      const at = iso(now)
      return write(tx, insertion, Object({ ...given, id: ids.next(prefix, now), createdAt: at, updatedAt: at }), beside)
    },
    /** Under its row lock. Throws the 404 of one that is unknown or another workspace's. */
    async lock({ tx }: Change, id: string): Promise<Found<Shape, Beside, Person>> {
      const [row] = await tx.query(locks.id, { id })
      if (!row) throw notFound(label)
      return read(row)
    },
    /** Under its row lock, where there is one. */
    async lockByKey({ tx }: Change, value: string): Promise<Found<Shape, Beside, Person> | undefined> {
      if (!key || !locks.key) throw new Error(`${table} has no key`)
      const [row] = await tx.query(locks.key, { [key]: value })
      return row && read(row)
    },
    /** Whether an update would change nothing. */
    isSame: (present: Written<Shape, Beside>, changes: Changes<Shape>, beside?: Partial<ValuesOf<Beside>>): boolean =>
      render(Object({ ...present.fields, ...changes })) === present.record &&
      JSON.stringify({ ...present.beside, ...beside }) === JSON.stringify(present.beside),
    update(
      { tx, now }: Change,
      present: Written<Shape, Beside>,
      changes: Changes<Shape>,
      beside?: Partial<ValuesOf<Beside>>,
    ): Written<Shape, Beside> {
      const fields = Object({ ...present.fields, ...changes, updatedAt: iso(now) })
      return write(tx, change, fields, { ...present.beside, ...beside })
    },
  }
}

/** What `records` answers. */
export type Records<Shape extends TObject, Beside extends Kinds, Person extends string> = ReturnType<
  typeof records<Shape, Beside, Person>
>
