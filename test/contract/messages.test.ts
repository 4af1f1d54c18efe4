import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { compile, toIssue } from '#api/validation.ts'
import { idioms } from '#test/hostile/plain-words.ts'
import { titleOf } from '#test/hostile/requests.ts'
import { fieldsOf, type Schema, sampleOf } from '#test/hostile/samples.ts'
import { operations } from '#test/hostile/workspace.ts'
import { readSaid, said } from '#web/api/said.ts'
import { root } from './snapshots.ts'

const long = 'é'.repeat(100_001)
const wrong: readonly unknown[] = [
  null,
  true,
  1.5,
  -1,
  1e9,
  -1e15,
  '',
  ' ',
  'a text that fits no pattern: @@',
  long,
  [],
  [1, 1],
  ['a', 'a'],
  Array.from({ length: 300 }, (_, i) => `${i}`),
  {},
  { a: 1 },
  { a: 'x'.repeat(70_000) },
]

/**
 * Values in which one field, at any depth, has each of the wrong values, is left out, or is joined by an unknown field.
 */
const spoilt = (schema: Schema): unknown[] => {
  const sample = sampleOf(schema)
  const fields = fieldsOf(schema).flatMap(([name, field]) =>
    [
      ...wrong,
      ...(fieldsOf(field).length > 0 || field.items ? spoilt(field.items ? { type: 'array', ...field } : field) : []),
    ].map(value => ({ ...Object(sample), [name]: value })),
  )
  const items = schema.items ? spoilt(schema.items).map(item => [item]) : []
  return [...wrong, ...fields, ...items, {}, { ...Object(sample), unknown: 1 }]
}

const messagesOf = (schema: Schema): Map<string, string> => {
  const validate = compile(JSON.parse(JSON.stringify(schema)))
  const messages = new Map<string, string>()
  for (const value of spoilt(schema)) {
    if (validate(structuredClone(value))) continue
    for (const error of validate.errors ?? []) messages.set(toIssue(error).message, error.keyword)
  }
  return messages
}

const keywords = new Set<string>()

/**
 * Errors that a form cannot cause: another type, an unknown field, a choice that was not offered, the same one twice.
 */
const notTyped: ReadonlySet<string> = new Set(['type', 'additionalProperties', 'enum', 'uniqueItems', 'anyOf'])

/** The messages that people get about their input. */
const told = new Set<string>()

const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).map(
  path => [path, readFileSync(join(root, path), 'utf8')] as const,
)

/** Texts in the code, as they appear: a number for each inserted value, except for the name of the variable. */
const textsOf = (source: string, pattern: RegExp): string[] =>
  Array.from(source.matchAll(pattern), ([, , text = '']) => text).map(text =>
    text.replace(/\$\{variable\}/, 'PROBATA_WEBHOOK_ALLOW').replaceAll(/\$\{[^}]+\}/g, '7'),
  )

const texts = sources.flatMap(([, source]) => textsOf(source, /(['`])((?:(?!\1)[^\n\\]|\\.)*)\1/g))

const refusals = sources
  .filter(([path]) => path.startsWith('src/features/'))
  .flatMap(([, source]) => textsOf(source, /\binvalid\(\[[^\]]+\], (['`])(.+?)\1\)/g))

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
          if (operation.surface === 'workspace' && part === 'body' && !notTyped.has(keyword)) told.add(message)
          assert.doesNotMatch(message, idioms, `${part}, ${keyword}`)
          assert.notEqual(message, 'is not valid', keyword)
          assert.notEqual(message, 'has the wrong format', `${part}: a pattern without words`)
        }
      }
    })

  test('for every keyword that the schemas have', () => {
    const met = [
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
    for (const keyword of [...met, 'maxItems', 'minItems', 'uniqueItems', 'format', 'trimmedLength', 'maxJsonBytes'])
      assert.ok(keywords.has(keyword), keyword)
  })

  test('in the reader’s language for typed input, and the web app knows no other sentences', () => {
    // An invalid service account name is reported in English: no form asks for it.
    const notAsked = new Set([
      'must begin with 7 and have more after it',
      // Only machines send scans.
      'needs a scanId',
      'is required with a scanId',
      'must not be greater than parts',
      'must be true with a scanId: only a complete scan has parts',
    ])
    for (const sentence of [...told, ...refusals].filter(one => !notAsked.has(one)))
      assert.ok(readSaid(sentence).key, sentence)
    assert.ok(refusals.length > 15)
    const known = new Set([...told, ...texts].map(sentence => readSaid(sentence).key))
    for (const [key, sentence] of Object.entries(said)) assert.ok(known.has(readSaid(sentence).key), key)
  })

  test('with any numbers', () => {
    const sentence = 'must contain at least 10 and at most 2000 characters after trimming'
    assert.deepEqual(readSaid(sentence), { key: 'trimmed', numbers: ['10', '2000'] })
    assert.equal(readSaid(said.timestamp).key, 'timestamp')
    assert.equal(readSaid('is something new').key, undefined)
  })
})
