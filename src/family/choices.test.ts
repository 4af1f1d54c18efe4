import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patternOf } from './choices.ts'

test('a pattern matches only its text, in upper and lower case', () => {
  const vectors = [
    ['ab1', '[aA][bB]1'],
    ['Ä ß', '[Ää] ß'],
    ['100%', '100\\%'],
    ['a.*', '[aA]\\.\\*'],
    ['\\d[^x]', '\\\\[dD]\\[\\^[xX]\\]'],
    ['***=', '\\*\\*\\*\\='],
    ['日本', '日本'],
  ] as const
  for (const [text, pattern] of vectors) assert.equal(patternOf(text), pattern, text)
})
