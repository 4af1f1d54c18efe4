import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exit } from './child.ts'
import type { Postmaster } from './postmaster.ts'
import { supervise } from './supervise.ts'

const dead: Exit = { code: null, signal: 'SIGKILL' }

const postmaster = (pid: number) => {
  const { promise, resolve } = Promise.withResolvers<Exit>()
  const stopped: Exit = { code: 0, signal: null }
  const stop = () => {
    resolve(stopped)
    return promise
  }
  const handle: Postmaster = { pid, exited: promise, stop }
  return { handle, die: () => resolve(dead) }
}

test('pauses grow with each death in a series; a series of two minutes ends the supervision', async t => {
  t.mock.timers.enable({ apis: ['Date'] })
  const pauses: number[] = []
  let alive = postmaster(0)
  let launched = Promise.withResolvers<void>()
  const launch = async () => {
    alive = postmaster(alive.handle.pid + 1)
    launched.resolve()
    return alive.handle
  }
  const pause = async (ms: number) => void pauses.push(ms)
  const stopping = new AbortController().signal
  const supervised = supervise({ first: alive.handle, launch, log: () => undefined, stopping, pause })
  const die = async (): Promise<void> => {
    launched = Promise.withResolvers()
    alive.die()
    await Promise.race([launched.promise, supervised.exited])
  }
  await die()
  t.mock.timers.tick(60_001)
  for (let death = 1; death <= 7; death++) await die()
  assert.deepEqual(pauses, [0, 0, 200, 1_000, 3_000, 10_000, 10_000, 10_000])
  t.mock.timers.tick(59_000)
  await die()
  assert.equal(supervised.pid, 9)
  // This one lasted for a minute, so a new series begins.
  t.mock.timers.tick(60_000)
  await die()
  assert.equal(pauses.at(-1), 0)
  for (let death = 1; death <= 3; death++) {
    t.mock.timers.tick(40_000)
    await die()
  }
  assert.equal(await supervised.exited, null)
  assert.equal(supervised.pid, 12)
})

test('a failed start is retried; stopping ends the wait and any process that just started', async () => {
  const stopping = new AbortController()
  const first = postmaster(1)
  const second = postmaster(2)
  const { promise: retried, resolve: retry } = Promise.withResolvers<void>()
  const { promise: launched, resolve: answer } = Promise.withResolvers<Postmaster>()
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
  first.die()
  await retried
  stopping.abort()
  const stopped = supervised.stop()
  answer(second.handle)
  await stopped
  assert.deepEqual(await second.handle.exited, { code: 0, signal: null })
  assert.ok(lines.some(line => line.includes('disk full')))
})
