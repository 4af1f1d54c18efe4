import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from './statement.ts'

test('a statement has a name of its own that PostgreSQL does not cut', () => {
  const longest = 'x'.repeat(63)
  assert.equal(statement(longest, 'select 1').name, longest)
  assert.throws(() => statement(`${longest}y`, 'select 1'), /longer name than 63/)
  assert.throws(() => statement('ä'.repeat(32), 'select 1'), /longer name than 63/)
  assert.throws(() => statement(longest, 'select 2'), /two statements/)
})
