import type { TSchema } from 'typebox'
import { lineOf } from '#lib/csv.ts'

type Row = Readonly<Record<string, unknown>>

/** A column of a table. */
interface Column {
  /** The header of the column, such as `coverage.state` for a nested field. */
  readonly name: string
  readonly path: readonly string[]
}

/** Fields nested deeper than this share one cell. */
const maxDepth = 2

const membersOf = (schema: TSchema): readonly TSchema[] =>
  'anyOf' in schema && Array.isArray(schema.anyOf) ? schema.anyOf : [schema]

/** The fields of an object, or of all members of a union. */
const fieldsOf = (schema: TSchema): readonly (readonly [string, TSchema])[] => {
  const fields = membersOf(schema).flatMap(member =>
    'properties' in member ? Object.entries<TSchema>(Object(member.properties)) : [],
  )
  return [...new Map(fields)]
}

/** The columns of a record, in the order of its schema. */
export const columnsOf = (schema: TSchema, path: readonly string[] = []): Column[] =>
  fieldsOf(schema).flatMap(([name, field]) => {
    const fieldPath = [...path, name]
    const nested = fieldPath.length < maxDepth ? columnsOf(field, fieldPath) : []
    return nested.length > 0 ? nested : [{ name: fieldPath.join('.'), path: fieldPath }]
  })

const labelFields = ['key', 'id', 'name', 'title'] as const

/** The key, id or name that represents one of several records in a cell. */
const labelOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  const fields: Row = Object(value)
  const name = labelFields.find(name => typeof fields[name] === 'string')
  return name ? String(fields[name]) : JSON.stringify(value)
}

const cellOf = (value: unknown): string | number | null => {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.map(labelOf).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const valueAt = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (Object(value) === value ? Object(value)[name] : undefined), row)

/** The header line. */
export const headOf = (columns: readonly Column[]): string => lineOf(columns.map(({ name }) => name))

/** The line of a record. */
export const rowOf = (columns: readonly Column[], record: unknown): string =>
  lineOf(columns.map(({ path }) => cellOf(valueAt(record, path))))
