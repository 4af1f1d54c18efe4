import { isDeepStrictEqual } from 'node:util'

/** A JSON Schema (draft 2020-12) or another object of a document: plain JSON. */
export type Schema = Readonly<Record<string, unknown>>

/** The schemas of one document. A schema with a `title` is stored once, under that title, and referenced. */
export interface Schemas {
  /** Converts a schema to its form in the document. Throws if two different schemas have the same title. */
  reference(schema: unknown): Schema
  /** `components/schemas`, by name. */
  all(): Record<string, Schema>
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const appendSentence = (text: string | undefined, addition: string): string => (text ? `${text} ${addition}` : addition)

// Translates keywords of our own validator for standard tools: an implied bound, and an extension.
const ownKeywords: Readonly<Record<string, (value: unknown, schema: Schema) => Schema>> = {
  __proto__: null as never,
  patternMessage: () => ({}),
  lei: () => ({ pattern: '^[0-9A-Z]{18}[0-9]{2}$' }),
  trimmedLength: value => ({
    ...(Array.isArray(value) && { minLength: value[0] }),
    'x-trimmed-length': value,
  }),
  maxJsonBytes: (value, { description }) => ({
    description: appendSentence(
      typeof description === 'string' ? description : undefined,
      `At most ${value} bytes as JSON.`,
    ),
    'x-max-json-bytes': value,
  }),
}

const translate = (schema: Schema): Schema => {
  const standard = Object.entries(schema).filter(([keyword]) => !(keyword in ownKeywords))
  const translated = Object.entries(schema).flatMap(([keyword, value]) => ownKeywords[keyword]?.(value, schema) ?? [])
  const keywords = Object.entries(Object.assign(Object.fromEntries(standard), ...translated))
  return Object.fromEntries(keywords.filter(([, value]) => value !== undefined))
}

const simplifyEmpty = (schema: unknown): unknown => (isDeepStrictEqual(schema, {}) ? true : schema)

// States the type of an enumeration of strings, and replaces a pattern that matches every name.
const normalize = (schema: Schema): Schema => {
  const { enum: values, patternProperties, ...rest } = schema
  if (Array.isArray(values) && !('type' in schema) && values.every(value => typeof value === 'string'))
    return { type: 'string', ...schema }
  if (isObject(patternProperties) && Object.keys(patternProperties).join() === '^.*$')
    return { ...rest, additionalProperties: simplifyEmpty(Object.values(patternProperties)[0]) }
  return schema
}

/** The other type of a schema that allows null. */
const nonNullType = ({ type }: Schema): unknown =>
  Array.isArray(type) && type.includes('null') ? type.find(name => name !== 'null') : undefined

export const createSchemas = (): Schemas => {
  const components = new Map<string, Schema>()

  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert)
    return isObject(value) ? convertSchema(value) : value
  }

  const convertMembers = (members: Schema): Schema =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, convert(member)]))

  const convertSchema = (schema: Schema): Schema => {
    const { title } = schema
    const type = nonNullType(schema)
    if (typeof title === 'string' && type !== undefined)
      return { anyOf: [convertSchema({ ...schema, type }), { type: 'null' }] }
    const converted = Object.fromEntries(
      Object.entries(normalize(translate(schema))).map(([keyword, value]) => {
        if (keyword === 'properties' && isObject(value)) return [keyword, convertMembers(value)]
        return [keyword, dataKeywords.has(keyword) ? value : convert(value)]
      }),
    )
    return typeof title === 'string' ? addComponent(title, converted) : converted
  }

  const addComponent = (title: string, schema: Schema): Schema => {
    const existing = components.get(title)
    if (existing && !isDeepStrictEqual(existing, schema))
      throw new Error(`two different schemas have the title ${title}`)
    components.set(title, schema)
    return { $ref: `#/components/schemas/${title}` }
  }

  // The envelope is part of hundreds of responses: converting it once halves the time.
  const references = new Map<unknown, Schema>()

  return {
    reference(schema) {
      const reference = references.get(schema)
      if (reference) return reference
      // TypeBox marks its schemas with symbols, which JSON drops.
      const converted = convertSchema(JSON.parse(JSON.stringify(schema)))
      references.set(schema, converted)
      return converted
    },
    all: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

// Keywords whose values are data, not schemas.
const dataKeywords: ReadonlySet<string> = new Set([
  'enum',
  'const',
  'default',
  'example',
  'examples',
  'required',
  'type',
])
