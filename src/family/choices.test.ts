import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patternOf } from './choices.ts'

test('the pattern of a text matches that text and nothing else, in both cases', () => {
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
