import { isDeepStrictEqual } from 'node:util'

/** A JSON Schema (draft 2020-12) or another object of a document: plain JSON. */
export type Schema = Readonly<Record<string, unknown>>

/** The schemas of one document; one with a `title` is stored once, under it, and referenced. */
export interface Schemas {
  /** The schema in its document form. Throws when two different schemas have one title. */
  reference(declared: unknown): Schema
  /** `components/schemas`, by name. */
  all(): Record<string, Schema>
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const sentence = (text: string | undefined, more: string): string => (text ? `${text} ${more}` : more)

// Keywords of our own validator, in a form that standard tools understand: an implied bound, and an extension.
const ownKeywords: Readonly<Record<string, (value: unknown, schema: Schema) => Schema>> = {
  __proto__: null as never,
  asks: () => ({}),
  lei: () => ({ pattern: '^[0-9A-Z]{18}[0-9]{2}$' }),
  trimmedLength: value => ({
    ...(Array.isArray(value) && { minLength: value[0] }),
    'x-trimmed-length': value,
  }),
  maxJsonBytes: (value, { description }) => ({
    description: sentence(typeof description === 'string' ? description : undefined, `At most ${value} bytes as JSON.`),
    'x-max-json-bytes': value,
  }),
}

const translate = (schema: Schema): Schema => {
  const kept = Object.entries(schema).filter(([keyword]) => !(keyword in ownKeywords))
  const ours = Object.entries(schema).flatMap(([keyword, value]) => ownKeywords[keyword]?.(value, schema) ?? [])
  const shown = Object.entries(Object.assign(Object.fromEntries(kept), ...ours))
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined))
}

const anything = (schema: unknown): unknown => (isDeepStrictEqual(schema, {}) ? true : schema)

// An enumeration of strings states its type, and a record of any names is not a pattern that matches everything.
const complete = (schema: Schema): Schema => {
  const { enum: values, patternProperties, ...rest } = schema
  if (Array.isArray(values) && !('type' in schema) && values.every(value => typeof value === 'string'))
    return { type: 'string', ...schema }
  if (isObject(patternProperties) && Object.keys(patternProperties).join() === '^.*$')
    return { ...rest, additionalProperties: anything(Object.values(patternProperties)[0]) }
  return schema
}

/** The type besides null, of a schema that allows null. */
const typeBesideNull = ({ type }: Schema): unknown =>
  Array.isArray(type) && type.includes('null') ? type.find(name => name !== 'null') : undefined

export const createSchemas = (): Schemas => {
  const known = new Map<string, Schema>()

  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert)
    return isObject(value) ? convertSchema(value) : value
  }

  const convertMembers = (members: Schema): Schema =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, convert(member)]))

  const convertSchema = (schema: Schema): Schema => {
    const { title } = schema
    const type = typeBesideNull(schema)
    if (typeof title === 'string' && type !== undefined)
      return { anyOf: [convertSchema({ ...schema, type }), { type: 'null' }] }
    const shown = Object.fromEntries(
      Object.entries(complete(translate(schema))).map(([keyword, value]) => {
        if (keyword === 'properties' && isObject(value)) return [keyword, convertMembers(value)]
        return [keyword, literal.has(keyword) ? value : convert(value)]
      }),
    )
    return typeof title === 'string' ? keep(title, shown) : shown
  }

  const keep = (title: string, schema: Schema): Schema => {
    const same = known.get(title)
    if (same && !isDeepStrictEqual(same, schema)) throw new Error(`two different schemas have the title ${title}`)
    known.set(title, schema)
    return { $ref: `#/components/schemas/${title}` }
  }

  // One envelope is part of hundreds of answers: converting it once halves the time.
  const references = new Map<unknown, Schema>()

  return {
    reference(declared) {
      const before = references.get(declared)
      if (before) return before
      // TypeBox marks its schemas with symbols, which JSON does not show.
      const schema = convertSchema(JSON.parse(JSON.stringify(declared)))
      references.set(declared, schema)
      return schema
    },
    all: () => Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

// Their values are data, not schemas.
const literal: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'example', 'examples', 'required', 'type'])
