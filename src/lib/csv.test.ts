import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { lineOf, neutralizeFormulas } from './csv.ts'

const formulas: readonly (readonly [string, string])[] = [
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['  =1', "  '=1"],
  ['"=1', '"\'=1'],
  ['＝1', "'＝1"],
  ['a;=1', "a;'=1"],
  ['a\n=1', "a\n'=1"],
  ['a\t"@x', 'a\t"\'@x'],
  ['a=b, c-d', 'a=b, c-d'],
  ['a; b', 'a; b'],
]

test('no cell is parsed as a formula, even by a program that splits cells at other characters', () => {
  for (const [text, expected] of formulas) assert.equal(neutralizeFormulas(text), expected, JSON.stringify(text))
})

test('a negative number stays a number', () => assert.equal(lineOf([-5, '-5', null]), "-5,'-5,\r\n"))

test('a reader of RFC 4180 reads the cells as written', () => {
  const cells = ['a,b', 'he said "x"', 'two\nlines', ' spaces ', '', 'Grüße 🦊', 'a;b', 'CR\rin']
  assert.deepEqual(parse(lineOf(cells)), [cells])
})
