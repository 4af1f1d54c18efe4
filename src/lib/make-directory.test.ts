import assert from 'node:assert/strict'
import { mkdtempDisposable, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeDirectory } from './make-directory.ts'

test('several callers can create a directory with its parents at once, and an existing one is kept as it is', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'probata-make-'))
  const path = join(folder.path, 'a', 'b', 'c')
  await Promise.all(Array.from({ length: 8 }, () => makeDirectory(path, 0o700)))
  await makeDirectory(path, 0o755)
  assert.equal((await stat(path)).mode & 0o777, 0o700)
  const file = join(folder.path, 'file')
  await writeFile(file, '')
  await assert.rejects(makeDirectory(file, 0o700), { code: 'EEXIST' })
  await assert.rejects(makeDirectory(join(file, 'below'), 0o700), { code: 'ENOTDIR' })
})

test('creation fails where no directory can be created', {
  skip: process.platform !== 'linux' && 'needs /proc',
}, async () => {
  await assert.rejects(makeDirectory('/proc/probata/data', 0o700), { code: 'ENOENT' })
})
