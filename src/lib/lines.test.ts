import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { linesOf } from './lines.ts'

async function* inPieces(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

const read = async (text: string, length: number) => {
  const lines: string[] = []
  for await (const line of linesOf(inPieces(Buffer.from(text), length))) lines.push(line)
  return lines
}

test('a line ends only at a line feed', async () => {
  for (const inside of ['\u2028', '\u2029', '\u0085', '\v', '\f', '\r', '\u001e', '\ufeff'])
    assert.deepEqual(await read(`${inside}a${inside}b\nc${inside}`, 2), [`${inside}a${inside}b`, `c${inside}`])
})

test('any text is reproduced, wherever the stream is split', async () => {
  const line = fc.string({ unit: 'binary', maxLength: 12 }).map(text => text.replaceAll('\n', ''))
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 6 }), fc.integer({ min: 1, max: 7 }), async (lines, length) => {
      assert.deepEqual(await read(lines.map(text => `${text}\n`).join(''), length), lines)
    }),
  )
})
