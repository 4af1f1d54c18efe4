import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startHeartbeat } from './heartbeat.ts'
import { DataDirectoryInUseError, lockDataDirectory } from './lock.ts'

const folder = async (t: { after(fn: () => unknown): void }): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'probata-lock-'))
  t.after(() => rm(dataDir, { recursive: true }))
  return dataDir
}

test('exactly one of many simultaneous processes gets the folder, and it is free again after release', async t => {
  const dataDir = await folder(t)
  for (let round = 0; round < 3; round++) {
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataDirectory(dataDir)))
    const rejections = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
    assert.equal(rejections.length, 11)
    for (const reason of rejections) assert.ok(reason instanceof DataDirectoryInUseError, String(reason))
    await assert.rejects(lockDataDirectory(dataDir), { name: 'DataDirectoryInUseError', pid: process.pid })
    for (const result of results) if (result.status === 'fulfilled') await result.value.release()
  }
  assert.deepEqual(await readdir(join(dataDir, 'lock')), ['program'])
})

test('a copy of a folder in use is a separate folder', async t => {
  const dataDir = await folder(t)
  const lock = await lockDataDirectory(dataDir)
  const copy = await folder(t)
  await cp(dataDir, copy, { recursive: true })
  await (await lockDataDirectory(copy)).release()
  await lock.release()
})

test('a process that inherited the lock file of the database holds the lock until it ends', async t => {
  const dataDir = await folder(t)
  const { signal } = new AbortController()
  const first = await lockDataDirectory(dataDir)
  const stdio = ['pipe', 'ignore', 'ignore', await first.forDatabase(signal)] as const
  const orphan = spawn('/bin/cat', { stdio: [...stdio] })
  await once(orphan, 'spawn')
  await first.release()
  const second = await lockDataDirectory(dataDir)
  let isAcquired = false
  const acquired = second.forDatabase(signal).then(() => {
    isAcquired = true
  })
  await assert.rejects(lockDataDirectory(dataDir), { name: 'DataDirectoryInUseError' })
  assert.equal(isAcquired, false)
  orphan.kill('SIGKILL')
  await acquired
  await second.release()
})

const beat = 50

test('the folder is held by a live heartbeat of another machine, but not by a stopped one or one of this machine', async t => {
  const file = join(await folder(t), 'heartbeat')
  // Replaces the file in one step, as the product does.
  const writeOtherBeat = (count: number) => {
    writeFileSync(`${file}.theirs`, JSON.stringify({ id: 'theirs', machine: 'another', count }))
    renameSync(`${file}.theirs`, file)
  }
  writeOtherBeat(0)
  let count = 0
  const beating = setInterval(() => writeOtherBeat(++count), beat / 2)
  t.after(() => clearInterval(beating))
  assert.equal(await startHeartbeat(file, beat), 'held elsewhere')
  clearInterval(beating)
  await delay(beat)
  const heart = await startHeartbeat(file, beat)
  assert.ok(heart !== 'held elsewhere')
  const again = await startHeartbeat(file, beat)
  assert.ok(again !== 'held elsewhere')
  const both = [heart, again]
  // Usually the newer heartbeat remains; if both write at the same moment, the last one to write.
  const oneLost = AbortSignal.any(both.map(({ lost }) => lost))
  if (!oneLost.aborted) await once(oneLost, 'abort')
  await delay(3 * beat)
  const remaining = both.filter(({ lost }) => !lost.aborted)
  assert.equal(remaining.length, 1)
  for (const { stop } of remaining) await stop()
  assert.equal(await readFile(file, 'utf8'), 'stopped\n')
})

test('on a network file system, a process is rejected while another machine sends heartbeats', async t => {
  const dataDir = await folder(t)
  const lock = await lockDataDirectory(dataDir, async () => true)
  const beats = JSON.parse(await readFile(join(dataDir, 'lock', 'heartbeat'), 'utf8'))
  assert.equal(beats.count, 1)
  await lock.release()
  assert.equal(await readFile(join(dataDir, 'lock', 'heartbeat'), 'utf8'), 'stopped\n')
})
