import assert from 'node:assert/strict'
import { compile } from '#http/validation.ts'

/** The parts of a declared JSON Schema that the samples use. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly additionalProperties?: unknown
  readonly patternProperties?: unknown
  readonly maxJsonBytes?: number
}

export type Validator = (value: unknown) => boolean

const validators = new Map<Schema, Validator>()

/** Returns a function that tells whether a value is valid under a declared schema. */
export const validatorOf = (schema: Schema): Validator => {
  const cached = validators.get(schema)
  if (cached) return cached
  const validate = compile(JSON.parse(JSON.stringify(schema)))
  // Clones the value first, because validation fills in defaults.
  const validator: Validator = value => Boolean(validate(structuredClone(value)))
  validators.set(schema, validator)
  return validator
}

// Together these texts match every pattern that an endpoint declares.
const texts = [
  'A text of a request',
  'a'.repeat(64),
  'someone@example.test',
  'text/plain',
  '4x5',
  'client_of_a_request',
  '2026-01-31T09:00:00.000Z',
  '2026-01-31',
  'status=submitted',
  '5493001KJTIIGC8Y1R12',
  '0',
]

const typeOf = ({ type }: Schema): string | undefined => (typeof type === 'string' ? type : type?.[0])

const byType: Readonly<Record<string, (schema: Schema) => unknown>> = {
  string: schema => texts.find(validatorOf(schema)),
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum = 1 }) => minimum,
  boolean: () => false,
  array: ({ items }) => [sampleOf(items ?? {})],
  object: ({ properties = {} }) =>
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema)])),
}

/** Returns a value that is valid under the schema and has every optional field. */
export const sampleOf = (schema: Schema): unknown => {
  const value = schema.const ?? (schema.enum ? schema.enum[0] : byType[typeOf(schema) ?? 'object']?.(schema))
  assert.ok(validatorOf(schema)(value), `no sample fits ${JSON.stringify(schema)}`)
  return value
}

export const isText = (schema: Schema): boolean => typeOf(schema) === 'string' || schema.enum !== undefined

/** Returns the declared fields by name. */
export const fieldsOf = (schema: unknown): [name: string, schema: Schema][] => {
  const { properties = {} }: Schema = Object(schema)
  return Object.entries(properties)
}
