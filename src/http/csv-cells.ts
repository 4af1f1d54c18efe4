import type { TSchema } from 'typebox'
import { lineOf } from '#lib/csv.ts'

type Row = Readonly<Record<string, unknown>>

/** A column of a table: its name, such as `coverage.state` for a nested field, and the path to its value. */
interface Column {
  readonly name: string
  readonly path: readonly string[]
}

/** Fields nested deeper share one cell. */
const deepest = 2

const membersOf = (schema: TSchema): readonly TSchema[] =>
  'anyOf' in schema && Array.isArray(schema.anyOf) ? schema.anyOf : [schema]

/** The fields of an object, or of any form it may have. */
const fieldsOf = (schema: TSchema): readonly (readonly [string, TSchema])[] => {
  const fields = membersOf(schema).flatMap(member =>
    'properties' in member ? Object.entries<TSchema>(Object(member.properties)) : [],
  )
  return [...new Map(fields)]
}

/** The columns of a record, in the order of its schema. */
export const columnsOf = (schema: TSchema, path: readonly string[] = []): Column[] =>
  fieldsOf(schema).flatMap(([name, field]) => {
    const at = [...path, name]
    const below = at.length < deepest ? columnsOf(field, at) : []
    return below.length > 0 ? below : [{ name: at.join('.'), path: at }]
  })

const names = ['key', 'id', 'name', 'title'] as const

/** The key or id that represents one of several records in a cell. */
const shortOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  const fields: Row = Object(value)
  const name = names.find(name => typeof fields[name] === 'string')
  return name ? String(fields[name]) : JSON.stringify(value)
}

const cellOf = (value: unknown): string | number | null => {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.map(shortOf).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const valueAt = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (Object(value) === value ? Object(value)[name] : undefined), row)

/** The header line, and the line of one record. */
export const headOf = (columns: readonly Column[]): string => lineOf(columns.map(({ name }) => name))
export const rowOf = (columns: readonly Column[], record: unknown): string =>
  lineOf(columns.map(({ path }) => cellOf(valueAt(record, path))))
