import { type Static, type TSchema, Type } from 'typebox'

/** An identifier with its type prefix (interface section 2). */
export const Id = (prefix: string) =>
  Type.String({ pattern: `^${prefix}_[0-9A-Z]{26}$`, description: `Opaque identifier, prefix ${prefix}_.` })

/**
 * An id in a path, a query or a body. Any string is valid, so a malformed id gets the same response as an unknown one.
 */
export const Reference = (...prefixes: string[]) => {
  const prefixList = prefixes.map(prefix => `${prefix}_`).join(' or ')
  return Type.String({ minLength: 1, maxLength: 100, description: `Identifier with prefix ${prefixList}.` })
}

/** A timestamp that the service writes: ISO 8601 UTC with milliseconds. */
export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601 UTC with milliseconds.',
})

/** The schema or null, as a list of types: `{ type: ['string', 'null'] }`. */
export const Nullable = <Schema extends TSchema & { type: string; enum?: readonly unknown[] }>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  })

export const isNullable = (schema: TSchema): schema is TSchema & { readonly type: readonly string[] } =>
  'type' in schema && Array.isArray(schema.type)

/** The schema without null. */
export const NotNull = (schema: TSchema): TSchema =>
  isNullable(schema) ? Type.Unsafe({ ...schema, type: schema.type[0] }) : schema

/** The values of a sentence (`lib/sentence.ts`), by name. */
export const SentenceValues = (description: string) =>
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]), { description })

/** One line of text: 1 to `maxLength` Unicode code points. */
export const Line = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', ...(description && { description }) })

/** A free-form JSON object with at most 64 KiB as JSON and at most 32 levels. */
export const Snapshot = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { description, maxJsonBytes: 65_536 })

/** The reason for a change: 10 to 2000 code points after trimming (interface section 4). */
export const Reason = Type.String({
  maxLength: 4000,
  trimmedLength: [10, 2000],
  description: 'The reason, for the audit trail: 10 to 2000 characters after trimming.',
})

export const Pagination = Type.Object(
  { nextCursor: Type.Optional(Type.String({ description: 'Absent at the end of the collection.' })) },
  { title: 'Pagination' },
)

/** The pagination of lists that can be sorted and searched, for people. */
export const ListPagination = Type.Object(
  {
    ...Pagination.properties,
    total: Type.Optional(
      Type.Object(
        {
          count: Type.Integer({ minimum: 0 }),
          exact: Type.Boolean({ description: 'If false, the list has more records than `count`.' }),
        },
        { title: 'ListTotal', description: 'The number of records of the whole list; only with `total=true`.' },
      ),
    ),
    search: Type.Optional(
      Type.Object(
        {
          similar: Type.Boolean({ description: 'Whether nothing matched, so that the records have similar words.' }),
          current: Type.Boolean({
            description: 'Whether the index has all sealed changes. New records are found a few seconds later.',
          }),
        },
        { title: 'ListSearch', description: 'Only with `search`.' },
      ),
    ),
  },
  { title: 'ListPagination' },
)
