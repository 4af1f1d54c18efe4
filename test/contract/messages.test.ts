import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compile, toIssue } from '#http/validation.ts'
import { idioms } from '#test/hostile/plain-words.ts'
import { titleOf } from '#test/hostile/requests.ts'
import { fieldsOf, type Schema, sampleOf } from '#test/hostile/samples.ts'
import { operations } from '#test/hostile/workspace.ts'

const longText = 'é'.repeat(100_001)
const wrongValues: readonly unknown[] = [
  null,
  true,
  1.5,
  -1,
  1e9,
  -1e15,
  '',
  ' ',
  'a text that fits no pattern: @@',
  longText,
  [],
  [1, 1],
  ['a', 'a'],
  Array.from({ length: 300 }, (_, i) => `${i}`),
  {},
  { a: 1 },
  { a: 'x'.repeat(70_000) },
]

/**
 * Returns invalid values: in each of them one field, at any depth, has a wrong value or is missing, or there is an
 * unknown field.
 */
const invalidVariants = (schema: Schema): unknown[] => {
  const sample = sampleOf(schema)
  const fields = fieldsOf(schema).flatMap(([name, field]) =>
    [
      ...wrongValues,
      ...(fieldsOf(field).length > 0 || field.items
        ? invalidVariants(field.items ? { type: 'array', ...field } : field)
        : []),
    ].map(value => ({ ...Object(sample), [name]: value })),
  )
  const items = schema.items ? invalidVariants(schema.items).map(item => [item]) : []
  return [...wrongValues, ...fields, ...items, {}, { ...Object(sample), unknown: 1 }]
}

const messagesOf = (schema: Schema): Map<string, string> => {
  const validate = compile(schema)
  const messages = new Map<string, string>()
  for (const value of invalidVariants(schema)) {
    if (validate(structuredClone(value))) continue
    for (const error of validate.errors ?? []) messages.set(toIssue(error).problem.text, error.keyword)
  }
  return messages
}

const keywords = new Set<string>()

describe('errors of a request are described in plain words', () => {
  for (const operation of operations)
    test(titleOf(operation), () => {
      for (const part of ['body', 'query', 'params'] as const) {
        const schema = operation.endpoint[part]
        if (!schema) continue
        const messages = messagesOf(Object({ additionalProperties: false, ...schema }))
        assert.ok(messages.size > 0)
        for (const [message, keyword] of messages) {
          keywords.add(keyword)
          assert.doesNotMatch(message, idioms, `${part}, ${keyword}`)
          assert.notEqual(message, 'is not valid', keyword)
          assert.notEqual(message, 'has the wrong format', `${part}: a pattern without words`)
        }
      }
    })

  test('every keyword that the schemas use is described in plain words', () => {
    const keywordsSeen = [
      'type',
      'required',
      'additionalProperties',
      'enum',
      'minLength',
      'maxLength',
      'pattern',
      'minimum',
      'maximum',
    ]
    for (const keyword of [
      ...keywordsSeen,
      'maxItems',
      'minItems',
      'uniqueItems',
      'format',
      'trimmedLength',
      'maxJsonBytes',
    ])
      assert.ok(keywords.has(keyword), keyword)
  })
})
