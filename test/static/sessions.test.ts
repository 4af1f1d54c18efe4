import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..', '..')
const sources = globSync(['src/**/*.ts', 'client/**/*.ts', 'web/**/*.{ts,tsx}'], {
  cwd: root,
  exclude: ['**/node_modules/**', '**/*.test.ts'],
}).map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }))

const filesWith = (pattern: RegExp): string[] =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort()

test('every connection carries the settings of src/db/session.ts', () => {
  // Exceptions: the embedded server's own probe, which runs no statement with a result, and code that only parses an
  // address without connecting.
  const allowed = ['src/db/embedded/postmaster.ts', 'src/db/session.ts', 'src/lib/transport.ts']
  assert.deepEqual(filesWith(/new pg\.(Client|Pool)\((?!sessionOf\()/), allowed)
})

test('lines are split by src/lib/lines.ts, because node:readline also splits at U+2028', () => {
  assert.deepEqual(filesWith(/node:readline/), ['src/lib/lines.ts'])
})

test('errors of PostgreSQL are recognized by SQLSTATE, because the server translates severity and message', () => {
  assert.deepEqual(filesWith(/\bseverity === '(ERROR|FATAL|PANIC)'/), [])
})
