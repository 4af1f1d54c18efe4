import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormat } from '#web/ui/format.ts'
import { readNumber, writeNumber } from '#web/ui/number.ts'

const browser = { timeZone: null, dateFormat: null }
const [english, german] = [createFormat('en', browser), createFormat('de', browser)]

const cases: readonly (readonly [text: string, en: number | undefined, de: number | undefined])[] = [
  ['1500', 1500, 1500],
  ['-3', -3, -3],
  [' 7 ', 7, 7],
  ['1.500', 1.5, 1500],
  ['1,500', 1500, 1.5],
  ['1.5', 1.5, undefined],
  ['1,5', undefined, 1.5],
  ['1.234.567,25', undefined, 1_234_567.25],
  ['1,234,567.25', 1_234_567.25, undefined],
  ['12,34,567', undefined, undefined],
  ['1.', undefined, undefined],
  ['1e3', undefined, undefined],
  ['12345678901234567', undefined, undefined],
  ['', undefined, undefined],
]

test('a number is read in the notation of the language, or not at all', () => {
  for (const [text, en, de] of cases)
    assert.deepEqual([readNumber(text, english), readNumber(text, german)], [en, de], JSON.stringify(text))
})

test('a formatted number is read as the same number', () => {
  for (const value of [0, 1500, -12.75, 0.1, 9_007_199_254_740])
    for (const format of [english, german]) assert.equal(readNumber(writeNumber(value, format), format), value)
})
