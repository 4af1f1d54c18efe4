import { type Static, type TSchema, Type } from 'typebox'

/** An identifier with its type prefix (interface section 2). */
export const Id = (prefix: string) =>
  Type.String({ pattern: `^${prefix}_[0-9A-Z]{26}$`, description: `Opaque identifier, prefix ${prefix}_.` })

/** A reference in a path, a query or a body: any text, so that a malformed id is answered like an unknown one. */
export const Reference = (...prefixes: string[]) => {
  const named = prefixes.map(prefix => `${prefix}_`).join(' or ')
  return Type.String({ minLength: 1, maxLength: 100, description: `Identifier with prefix ${named}.` })
}

/** ISO 8601 UTC with milliseconds, as the service writes it. */
export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601 UTC with milliseconds.',
})

/** The schema, or null, as one list of types: `{ type: ['string', 'null'] }`. */
export const Nullable = <Schema extends TSchema & { type: string; enum?: readonly unknown[] }>(schema: Schema) =>
  Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  })

export const isNullable = (schema: TSchema): schema is TSchema & { readonly type: readonly string[] } =>
  'type' in schema && Array.isArray(schema.type)

/** The schema without its null. */
export const NotNull = (schema: TSchema): TSchema =>
  isNullable(schema) ? Type.Unsafe({ ...schema, type: schema.type[0] }) : schema

/** One line of text: 1 to `maxLength` Unicode code points. */
export const Line = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', ...(description && { description }) })

/** A free-form JSON object; at most 64 KiB as JSON and 32 levels deep. */
export const Snapshot = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), { description, maxJsonBytes: 65_536 })

/** Why a change is made: 10 to 2000 code points after trimming (interface section 4, open points "Responses"). */
export const Reason = Type.String({
  maxLength: 4000,
  trimmedLength: [10, 2000],
  description: 'Why, for the audit trail: 10 to 2000 characters after trimming.',
})

export const Pagination = Type.Object(
  { nextCursor: Type.Optional(Type.String({ description: 'Absent at the end of the collection.' })) },
  { title: 'Pagination' },
)
