import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDigestedFile } from './digested-file.ts'
import { digestOfFile, followFile } from './follow-file.ts'

import { sha256Hex } from './hash.ts'

const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'probata-digest-'))
  return { at: (name: string) => join(path, name), [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

const digestOf = (bytes: Buffer) => ({ sha256: sha256Hex(bytes), byteSize: bytes.length })
const sumOf = (bytes: Buffer) => ({ sum: sha256Hex(bytes), byteSize: bytes.length })

test('a file can be hashed while it grows', async () => {
  await using files = await folder()
  const path = files.at('growing')
  await writeFile(path, '')
  const followed = followFile(path)
  const parts = Array.from({ length: 8 }, () => randomBytes(1_500_000))
  let size = 0
  for (const part of parts) {
    await appendFile(path, part)
    size += part.length
    followed.upTo(size)
  }
  assert.deepEqual(await followed.end(), sumOf(Buffer.concat(parts)))
  followed.close()
})

test('a file shorter than announced has the digest of its actual bytes', async () => {
  await using files = await folder()
  await writeFile(files.at('short'), 'abc')
  const followed = followFile(files.at('short'))
  followed.upTo(5_000_000)
  assert.deepEqual(await followed.end(), sumOf(Buffer.from('abc')))
})

test('a missing file is rejected with the code of the system', async () => {
  await using files = await folder()
  await assert.rejects(digestOfFile(files.at('none')), { code: 'ENOENT' })
  await assert.rejects(openDigestedFile(files.at('none'), 1), { code: 'ENOENT' })
})

test('reading a folder is rejected', async () => {
  await using files = await folder()
  const file = await openDigestedFile(files.at('.'), 4096)
  await assert.rejects(file.next(), { code: 'EISDIR' })
  file.close()
})

test('blocks lent to one file are not overwritten by another', async () => {
  await using files = await folder()
  const contents = Array.from({ length: 12 }, () => randomBytes(2_000_000))
  await Promise.all(contents.map((bytes, i) => writeFile(files.at(String(i)), bytes)))
  await Promise.all(
    contents.map(async (bytes, i) => {
      // Every other file is larger than announced.
      const file = await openDigestedFile(files.at(String(i)), i % 2 === 0 ? bytes.length : 0)
      let at = 0
      for (let block = await file.next(); block; block = await file.next()) {
        await new Promise(resolve => setImmediate(resolve))
        assert.ok(block.equals(bytes.subarray(at, at + block.length)))
        at += block.length
        if (i % 3 === 0 && at > 500_000) return file.close()
      }
      assert.deepEqual(file.digest(), digestOf(bytes))
      file.close()
    }),
  )
})

test('closing rejects a pending read', async () => {
  await using files = await folder()
  await writeFile(files.at('closed'), randomBytes(2_000_000))
  const file = await openDigestedFile(files.at('closed'), 5_000_000)
  const waiting = file.next()
  file.close()
  file.close()
  await assert.rejects(waiting, /closed/)
  await assert.rejects(file.next(), /closed/)
  assert.throws(() => file.digest(), /not read to its end/)
})
