import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { fold, hasLine } from './common-passwords.ts'

test('finds whole lines of a sorted list, never a part of one', () => {
  const words = ['a', 'ab', 'b', 'bcd', 'ö', '𝔣']
  const lines = Buffer.from(words.map(word => `${word}\n`).join(''))
  const candidates = [...words, '', 'aa', 'bc', 'bcde', 'c', 'a\nab', '\n', '~', '𝔤']
  assert.deepEqual(
    candidates.filter(word => hasLine(lines, word)),
    words,
  )
  assert.equal(hasLine(Buffer.alloc(0), ''), false)
})

test('the list of common passwords is folded, sorted and free of duplicates', async () => {
  const text = brotliDecompressSync(await readFile(join(import.meta.dirname, 'common-passwords.txt.br')))
  const lines = text.toString().trimEnd().split('\n')
  assert.equal(lines.length, 99_987)
  assert.deepEqual(
    lines.filter(line => line === '' || fold(line) !== line),
    [],
  )
  const isSorted = lines.every(
    (line, i) => i === 0 || Buffer.compare(Buffer.from(lines[i - 1] ?? ''), Buffer.from(line)) < 0,
  )
  assert.ok(isSorted)
})
