import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exit } from './child.ts'
import type { Postmaster } from './postmaster.ts'
import { supervise } from './supervise.ts'

const killed: Exit = { code: null, signal: 'SIGKILL' }

const postmaster = (pid: number) => {
  const { promise, resolve } = Promise.withResolvers<Exit>()
  const stopped: Exit = { code: 0, signal: null }
  const stop = () => {
    resolve(stopped)
    return promise
  }
  const handle: Postmaster = { pid, exited: promise, stop }
  return { handle, crash: () => resolve(killed) }
}

test('pauses grow with each crash in a series, and supervision ends when a series lasts two minutes', async t => {
  t.mock.timers.enable({ apis: ['Date'] })
  const pauses: number[] = []
  let current = postmaster(0)
  let launched = Promise.withResolvers<void>()
  const launch = async () => {
    current = postmaster(current.handle.pid + 1)
    launched.resolve()
    return current.handle
  }
  const pause = async (ms: number) => void pauses.push(ms)
  const stopping = new AbortController().signal
  const supervised = supervise({ first: current.handle, launch, log: () => undefined, stopping, pause })
  const crash = async (): Promise<void> => {
    launched = Promise.withResolvers()
    current.crash()
    await Promise.race([launched.promise, supervised.exited])
  }
  await crash()
  t.mock.timers.tick(60_001)
  for (let count = 1; count <= 7; count++) await crash()
  assert.deepEqual(pauses, [0, 0, 200, 1_000, 3_000, 10_000, 10_000, 10_000])
  t.mock.timers.tick(59_000)
  await crash()
  assert.equal(supervised.pid, 9)
  // This run lasted for a minute, so a new series begins.
  t.mock.timers.tick(60_000)
  await crash()
  assert.equal(pauses.at(-1), 0)
  for (let count = 1; count <= 3; count++) {
    t.mock.timers.tick(40_000)
    await crash()
  }
  assert.equal(await supervised.exited, null)
  assert.equal(supervised.pid, 12)
})

test('a failed start is retried; stopping ends the wait, and stops a process that has just started', async () => {
  const stopping = new AbortController()
  const first = postmaster(1)
  const second = postmaster(2)
  const { promise: retried, resolve: retry } = Promise.withResolvers<void>()
  const { promise: launched, resolve: finishLaunch } = Promise.withResolvers<Postmaster>()
  const lines: string[] = []
  let attempts = 0
  const launch = async () => {
    attempts += 1
    if (attempts === 1) throw new Error('disk full')
    retry()
    return launched
  }
  const log = (line: string) => void lines.push(line)
  const supervised = supervise({ first: first.handle, launch, log, stopping: stopping.signal })
  first.crash()
  await retried
  stopping.abort()
  const stopped = supervised.stop()
  finishLaunch(second.handle)
  await stopped
  assert.deepEqual(await second.handle.exited, { code: 0, signal: null })
  assert.ok(lines.some(line => line.includes('disk full')))
})
