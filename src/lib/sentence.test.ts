import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentence } from './sentence.ts'

test('a long value is truncated for programs, but never inside a character, and stays complete in the text', () => {
  const name = `${'x'.repeat(499)}😀 and more`
  const { code, text, values } = sentence`test.long: The name is ${{ name }}.`
  assert.deepEqual([code, text], ['test.long', `The name is ${name}.`])
  assert.equal(values.name, `${'x'.repeat(499)}\ufffd`)
})
