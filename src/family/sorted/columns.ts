import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { columnOf } from '#family/table.ts'
import { isNullable, Timestamp } from '#http/schema.ts'

/** A field by which a list can be sorted. */
export interface SortColumn {
  readonly name: string
  /**
   * `id`: by creation time. `choice`: in the order of the values in the schema, then by id. `person`: by the name of
   * the person in a column that has an index on (organization, column, id). Others: by a column that has an index on
   * (organization, status, column, id), or without the status if the records have none.
   */
  readonly kind: 'id' | 'choice' | 'person' | 'text' | 'time' | 'number'
  readonly column: string
  readonly isNullable: boolean
  /** The values of a choice, in order. */
  readonly values: readonly string[]
}

/** The SQL types of columns, each with a text that sorts before all its values and one that sorts after them. */
export const columnTypes = {
  text: { type: 'text', first: '', last: '\u{10FFFF}' },
  time: { type: 'timestamptz', first: '-infinity', last: 'infinity' },
  number: { type: 'bigint', first: '-1', last: '1000000000000000' },
} as const

const enumOf = (schema: TSchema | undefined): readonly string[] => Object(schema).enum ?? []

const kindOf = (name: string, schema: TSchema): SortColumn['kind'] => {
  if (name === 'createdAt') return 'id'
  // The column contains the timestamp as text, as in the record. Such texts sort in the order of their times.
  if (name === 'updatedAt') return 'text'
  if (enumOf(schema).length > 0) return 'choice'
  if (Object(schema).format === 'date-time') return 'time'
  return [Object(schema).type].flat().includes('integer') ? 'number' : 'text'
}

/** The sort by the name of the person in a field: `owner` for `ownerId`. */
const personSort = (name: string, schema: TSchema): SortColumn => ({
  name,
  kind: 'person',
  column: columnOf(`${name}Id`),
  isNullable: isNullable(schema),
  values: [],
})

/**
 * Derives from the fields of a record how lists are sorted by them. A text is sorted by a separate column, such as
 * `title_sort` for `title`, which has the text without case and accents. Numbers in keys sort by their value.
 */
export const sortColumnsOf = (record: TObject, names: readonly string[]): ReadonlyMap<string, SortColumn> =>
  new Map(
    names.map(name => {
      const schema = record.properties[name]
      const person = record.properties[`${name}Id`]
      if (!schema && person) return [name, personSort(name, person)] as const
      if (!schema) throw new Error(`no list can be sorted by ${name}: the record has no such field`)
      const kind = kindOf(name, schema)
      const column = kind === 'id' ? 'id' : kind === 'text' ? `${columnOf(name)}_sort` : columnOf(name)
      return [name, { name, kind, column, isNullable: isNullable(schema), values: enumOf(schema) }] as const
    }),
  )

/** A range of times of one field. */
interface TimeRange {
  readonly from: string
  readonly to: string
}

/** The names of the parameters for a range of times: `dueAtFrom` and `dueAtTo`. */
export const rangeOf = (field: string): TimeRange => ({ from: `${field}From`, to: `${field}To` })

/** The fields for which a request can limit the list to a range of times. */
export const rangeFields = (columns: ReadonlyMap<string, SortColumn>): string[] =>
  [...columns.values()].filter(({ kind }) => kind === 'id' || kind === 'time').map(({ name }) => name)

/** The query parameters of a list that can be sorted and searched. */
export const sortQuery = (columns: ReadonlyMap<string, SortColumn>, order: string): TProperties => ({
  sort: Type.Optional(
    Type.Enum(
      [...columns.keys()].flatMap(name => [name, `-${name}`]),
      {
        description: `The field by which the list is sorted; a leading - for descending. Records without a value come last. By default ${order}.`,
      },
    ),
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Words of the title, the key, a person, the source or a file name, or their first three or more letters; every one must match. Without a match, similar words count. New records are found a few seconds later.',
    }),
  ),
  ...Object.fromEntries(
    rangeFields(columns).flatMap(field => {
      const { from, to } = rangeOf(field)
      return [
        [from, Type.Optional({ ...Timestamp, description: `The earliest ${field}.` })],
        [to, Type.Optional({ ...Timestamp, description: `The end of the range of ${field}, exclusive.` })],
      ]
    }),
  ),
})
