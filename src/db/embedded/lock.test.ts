import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DataDirectoryInUseError, lockDataDirectory } from './lock.ts'
import { isRunning, ownIdentity } from './process-identity.ts'

const folder = async (t: { after(fn: () => unknown): void }): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'probata-lock-'))
  t.after(() => rm(dataDir, { recursive: true }))
  return dataDir
}

const leave = async (dataDir: string, content: string): Promise<void> => {
  await mkdir(join(dataDir, 'lock'), { recursive: true })
  await writeFile(join(dataDir, 'lock', '41'), content)
}

test('a process is known by its start, not by its number alone', async () => {
  const me = await ownIdentity()
  assert.equal(await isRunning(me), true)
  assert.equal(await isRunning({ ...me, started: 'earlier' }), false)
  assert.equal(await isRunning({ ...me, pid: 2 ** 22 + 1 }), false)
})

const stale = [
  ['a dead process', JSON.stringify({ pid: 2 ** 22 + 1, started: 'earlier' })],
  ['a recycled pid', JSON.stringify({ pid: process.pid, started: 'earlier' })],
  ['a file a power cut emptied', ''],
  ['no one any more', 'released\n'],
] as const

for (const [name, content] of stale) {
  test(`a lock that names ${name} is taken over, by exactly one of many at once`, async t => {
    for (let round = 0; round < 10; round++) {
      const dataDir = await folder(t)
      await leave(dataDir, content)
      const results = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataDirectory(dataDir)))
      const refused = results.filter(result => result.status === 'rejected')
      assert.equal(refused.length, 11)
      for (const { reason } of refused) assert.ok(reason instanceof DataDirectoryInUseError, String(reason))
    }
  })
}

test('a released lock can be taken again, and the folder does not grow', async t => {
  const dataDir = await folder(t)
  for (let round = 0; round < 5; round++) {
    const lock = await lockDataDirectory(dataDir)
    await assert.rejects(lockDataDirectory(dataDir), { name: 'DataDirectoryInUseError', pid: process.pid })
    await lock.release()
  }
  assert.deepEqual((await readdir(join(dataDir, 'lock'))).sort(), ['4', '5'])
})
