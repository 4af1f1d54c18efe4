import fc from 'fast-check'
import { type Operation, takesKey } from '#http/operation.ts'
import { findUnstorable } from '#http/validation.ts'
import { bodyOf, bodySchemaOf, queryOf, urlPathOf } from './requests.ts'
import { fieldsOf, isText, type Schema, validatorOf } from './samples.ts'

/** A request that must be rejected with one of `statuses`. */
export interface BadInput {
  readonly operation: Operation
  /** The name of the generator that created the input. */
  readonly kind: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly statuses: readonly number[]
  /** The name with which the field of the first issue must start. */
  readonly field?: string
}

type InputParts = Partial<Omit<BadInput, 'operation' | 'kind'>>
type Generator = (operation: Operation) => fc.Arbitrary<InputParts> | undefined

const json = { 'content-type': 'application/json' }

const text = fc.string({ unit: 'binary', maxLength: 40 })
const unusableText = fc
  .tuple(text, fc.constantFrom('\0', '\ud800', '\udfff'), fc.string({ unit: 'grapheme-ascii', maxLength: 20 }))
  .map(([before, bad, after]) => before + bad + after)
  .filter(value => findUnstorable(value) !== undefined)
// Values after a round trip through JSON, which turns NaN and Infinity into null.
const anyValue = fc
  .oneof(fc.jsonValue({ maxDepth: 3 }), text, fc.integer(), fc.double(), fc.constantFrom({}, [], '', 0))
  .map((value): unknown => JSON.parse(JSON.stringify(value)))

const oneOf = <T>(choices: readonly fc.Arbitrary<T>[]): fc.Arbitrary<T> | undefined =>
  choices.length > 0 ? fc.oneof(...choices) : undefined

const bodyFields = (operation: Operation) => fieldsOf(bodySchemaOf(operation))

const withBody = (operation: Operation, over: Readonly<Record<string, unknown>>): InputParts => ({
  body: JSON.stringify(bodyOf(operation, over)),
})

const beyondLimit = ({ maxLength }: Schema): fc.Arbitrary<string>[] =>
  maxLength === undefined
    ? []
    : [fc.string({ unit: 'grapheme-ascii', minLength: maxLength + 1, maxLength: maxLength + 50 })]

const badValue = ([name, schema]: [string, Schema], operation: Operation): fc.Arbitrary<InputParts> =>
  fc
    .oneof(anyValue, ...beyondLimit(schema))
    .filter(value => !validatorOf(schema)(value))
    .map(value => ({ ...withBody(operation, { [name]: value }), field: name }))

const isUndeclared = (operation: Operation) => (name: string) =>
  !bodyFields(operation).some(([field]) => field === name)
const isStrict = (operation: Operation) => bodySchemaOf(operation)?.additionalProperties === false

const isBroken = (body: string): boolean => {
  try {
    JSON.parse(body)
    return false
  } catch {
    return true
  }
}

/** A valid text with a piece removed, inserted or replaced. */
const mangle = (validText: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(validText.length), fc.nat(8), fc.string({ unit: 'grapheme-ascii', maxLength: 4 }))
    .map(([at, cut, put]) => validText.slice(0, at) + put + validText.slice(at + cut))

const needsBody = (operation: Operation) => bodySchemaOf(operation) !== undefined
const isPublic = ({ access }: Operation) => access === 'public'

const queryFields = ({ endpoint }: Operation) => fieldsOf(endpoint.query)

const withQuery = (operation: Operation, name: string, encoded: string): InputParts => {
  const query = queryOf(operation)
  query.delete(name)
  const pairs = [`${encodeURIComponent(name)}=${encoded}`, ...(query.size > 0 ? [String(query)] : [])]
  return { address: `${urlPathOf(operation)}?${pairs.join('&')}`, field: name }
}

const isClosed = ({ type, enum: values, format }: Schema): boolean =>
  type === 'integer' || values !== undefined || format !== undefined

const badParameter = ([name, schema]: [string, Schema], operation: Operation): fc.Arbitrary<InputParts> => {
  const numeral = /^(0|[1-9]\d*)$/
  const read = (value: string) => (schema.type === 'integer' && numeral.test(value) ? Number(value) : value)
  // A schema without bounds may have a pattern instead, which hardly any text matches.
  const outsideValues = isClosed(schema) ? [] : beyondLimit(schema)
  const values = outsideValues.length > 0 ? fc.oneof(...outsideValues) : fc.oneof(text, fc.double().map(String))
  return values
    .filter(value => value.isWellFormed() && !value.includes('\0') && !validatorOf(schema)(read(value)))
    .map(value => withQuery(operation, name, encodeURIComponent(value)))
}

// The generators of bad input, which use the declared schemas. Each states which responses are correct.
const generators: Readonly<Record<string, Generator>> = {
  'a field of another kind or over its limit': operation =>
    oneOf(
      bodyFields(operation)
        .filter(([, schema]) => schema.patternProperties === undefined)
        .map(field => badValue(field, operation)),
    ),
  'text that cannot be stored': operation =>
    oneOf(
      bodyFields(operation)
        .filter(([, schema]) => isText(schema))
        .map(([name]) => unusableText.map(value => ({ ...withBody(operation, { [name]: value }), field: name }))),
    ),
  'a snapshot that cannot be stored': operation =>
    oneOf(
      bodyFields(operation)
        .filter(([, schema]) => schema.patternProperties !== undefined)
        .map(([name]) =>
          fc
            .tuple(
              fc.string(),
              fc.oneof(
                unusableText,
                fc.integer({ min: 1 }).map(n => 2 ** 53 * n),
              ),
            )
            .map(([key, value]) => ({ ...withBody(operation, { [name]: { list: [{ [key]: value }] } }), field: name })),
        ),
    ),
  'a missing field': operation =>
    oneOf(
      (bodySchemaOf(operation)?.required ?? []).map(name =>
        fc.constant({ ...withBody(operation, { [name]: undefined }), field: name }),
      ),
    ),
  'an unknown field': operation =>
    isStrict(operation)
      ? fc
          .tuple(fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'toString', 'Reason', 'reason ')), anyValue)
          .filter(([name]) => isUndeclared(operation)(name))
          .map(([name, value]) => {
            const validBody = JSON.stringify(bodyOf(operation))
            return { body: `{${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'},${validBody.slice(1)}` }
          })
      : undefined,
  'a repeated field': operation =>
    oneOf(
      bodyFields(operation).map(([name]) =>
        anyValue.map(value => {
          const validBody = JSON.stringify(bodyOf(operation))
          return {
            body: `${validBody.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}}`,
            field: name,
          }
        }),
      ),
    ),
  'broken JSON': operation =>
    needsBody(operation)
      ? mangle(JSON.stringify(bodyOf(operation)))
          .filter(isBroken)
          .map(body => ({ body }))
      : undefined,
  'JSON that is not an object': operation =>
    needsBody(operation)
      ? anyValue
          .filter(value => typeof value !== 'object' || value === null || Array.isArray(value))
          .map(value => ({ body: JSON.stringify(value) }))
      : undefined,
  'another Content-Type': operation =>
    needsBody(operation)
      ? fc
          .constantFrom(
            'text/plain',
            'application/xml',
            'multipart/form-data; boundary=x',
            'application/json; charset=utf-16',
          )
          .map(type => ({ ...withBody(operation, {}), headers: { 'content-type': type }, statuses: [415] }))
      : undefined,
  'a key of the wrong form': operation =>
    takesKey(operation) && needsBody(operation)
      ? fc
          .oneof(
            fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 7 }),
            fc.string({ unit: 'grapheme-ascii', minLength: 129, maxLength: 200 }),
          )
          .map(key => ({
            ...withBody(operation, {}),
            headers: { ...json, 'idempotency-key': key.replaceAll(' ', '_') },
          }))
      : undefined,
  'a query parameter of the wrong form': operation =>
    oneOf(queryFields(operation).map(field => badParameter(field, operation))),
  'a query parameter that cannot be stored': operation =>
    oneOf(
      queryFields(operation).map(([name]) =>
        fc.constantFrom('%00', '%ff', '%zz', '%ed%a0%80', 'a%00', '%').map(value => withQuery(operation, name, value)),
      ),
    ),
  'an unknown query parameter': operation =>
    fc
      .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), text)
      .filter(
        ([name, value]) =>
          !queryFields(operation).some(([parameter]) => parameter === name) &&
          name.isWellFormed() &&
          value.isWellFormed(),
      )
      .map(([name, value]) => {
        const { field: _, ...input } = withQuery(operation, name, encodeURIComponent(value))
        return { ...(needsBody(operation) && withBody(operation, {})), ...input }
      }),
  'an id of the wrong form': operation =>
    operation.path.includes('{')
      ? fc
          .oneof(
            fc.constantFrom('%00', '%ff', '%zz', '%'),
            fc
              .string({ unit: 'grapheme', minLength: 101, maxLength: 150 })
              .filter(id => id.isWellFormed())
              .map(encodeURIComponent),
          )
          .map(id => ({
            ...(needsBody(operation) && withBody(operation, {})),
            address: urlPathOf(operation, `x${id}`),
          }))
      : undefined,
  'an unknown id': operation =>
    operation.path.includes('{')
      ? fc
          .string({ unit: 'grapheme', minLength: 1, maxLength: 10 })
          .filter(id => id.isWellFormed() && findUnstorable(id) === undefined)
          .map(id => ({
            ...(needsBody(operation) && withBody(operation, {})),
            address: urlPathOf(operation, `x${encodeURIComponent(id)}`),
            statuses: [namesChoice(operation) ? 400 : 404],
          }))
      : undefined,
}

/** Returns whether a part of the path accepts only a fixed set of values. */
const namesChoice = ({ endpoint: { params } }: Operation): boolean =>
  Object.values<{ readonly enum?: unknown }>(Object(params).properties ?? {}).some(
    property => property.enum !== undefined,
  )

const isGet = ({ method }: Operation) => method === 'GET'

// Leaves out operations that accept an empty request because they have no body. Leaves out unknown ids for public
// operations, because a well-formed public request is a sign-in attempt.
const appliesTo = (operation: Operation, kind: string): boolean => {
  if (operation.surface === 'open' || operation.endpoint.accepts === 'multipart') return false
  if (isPublic(operation) && kind === 'an unknown id') return false
  return isGet(operation) || needsBody(operation)
}

let keys = 0

const headersOf = ({ endpoint }: Operation, { body }: InputParts): BadInput['headers'] => ({
  ...(body !== undefined && json),
  ...(endpoint.keyRequired && { 'idempotency-key': `bad-input-${++keys}` }),
})

const completeInput = (operation: Operation, kind: string, parts: InputParts): BadInput => ({
  operation,
  kind,
  address: urlPathOf(operation),
  headers: headersOf(operation, parts),
  statuses: [400],
  ...parts,
})

/** Generates bad requests to every operation. Each operation and each kind of bad input occurs equally often. */
export const badInputs = (operations: readonly Operation[]): fc.Arbitrary<BadInput> => {
  const kinds = operations.flatMap(operation =>
    Object.entries(generators)
      .filter(([kind]) => appliesTo(operation, kind))
      .flatMap(([kind, generate]) => generate(operation)?.map(parts => completeInput(operation, kind, parts)) ?? []),
  )
  return fc.oneof(...kinds)
}
