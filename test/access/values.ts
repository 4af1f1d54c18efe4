import { compile } from '#http/validation.ts'
import { iso } from '#lib/clock.ts'

export type Fields = Readonly<Record<string, unknown>>

/** The part of a JSON schema that values are generated from. */
export interface Property {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly items?: Property
  readonly properties?: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
  readonly minimum?: number
}

/** Returns the prefix of the ids to which a field refers. */
export const prefixOf = ({ description = '' }: Property): string | undefined =>
  /^Identifier with prefix (\w+?)_(?: or \w+_)*\.$/.exec(description)?.[1]

/** Returns the prefixes of all kinds of records that a reference may name. */
export const prefixesOf = ({ description = '' }: Property): string[] =>
  prefixOf({ description }) ? Array.from(description.matchAll(/(\w+?)_(?=[ .])/g), ([, prefix = '']) => prefix) : []

/** Supplies generated values with texts that contain a canary, and with ids of existing records. */
export interface Source {
  readonly canary: string
  now(): number
  /** Returns a new text that contains the canary. */
  word(): string
  /** Returns the id of a record with this prefix. */
  first(prefix: string): string
}

let wordCount = 0

// Candidate texts. A field gets the first one that fits its schema.
const texts = (source: Source): string[] => [
  source.word(),
  'text/plain',
  '0'.repeat(64),
  iso(source.now()),
  `made-${++wordCount}@${source.canary}.example`,
  `${source.canary}-${++wordCount}`,
]

const valueFor = (schema: Property, source: Source): unknown => {
  const prefix = prefixOf(schema)
  if (prefix) return source.first(prefix)
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object') return objectFor(schema, source)
  if (schema.type === 'array') return [valueFor(schema.items ?? {}, source)]
  if (schema.type === 'boolean') return false
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  const fits = compile(schema)
  return texts(source).find(text => fits(text)) ?? null
}

/** Returns an object with a value for each field that the schema requires. */
export const objectFor = ({ properties = {}, required = [] }: Property, source: Source): Fields =>
  Object.fromEntries(required.map(name => [name, valueFor(properties[name] ?? {}, source)]))
