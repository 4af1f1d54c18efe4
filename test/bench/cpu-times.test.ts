import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countCpu, type ProcessTimes, timesBetween } from '#bench/cpu-times.ts'
import { startProcess } from '#bench/process.ts'
import { cpuTimes } from '#bench/processes.ts'

const times = (parent: number, own: number, ended: number, threads: Record<number, number>): ProcessTimes => ({
  parent,
  own,
  ended,
  threads: new Map(Object.entries(threads).map(([thread, time]) => [Number(thread), time])),
})

const rounded = (numbers: object) =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Math.round(value * 1e6) / 1e6]))

test('CPU time of running threads is exact to the nanosecond, and child processes are reported separately', () => {
  const before = new Map([
    [1, times(0, 5, 0, { 1: 4.999_001, 2: 0.5 })],
    [7, times(1, 2, 0, { 7: 2.000_001 })],
  ])
  const after = new Map([
    [1, times(0, 5.01, 0, { 1: 4.999_501, 2: 0.5, 3: 0.000_1 })],
    [7, times(1, 2, 0, { 7: 2.000_201 })],
  ])
  assert.deepEqual(rounded(timesBetween(1, before, after)), { own: 0.0006, below: 0.0002, ended: 0 })
})

test('an exited thread is counted with the clock ticks of its process', () => {
  const before = new Map([[1, times(0, 5, 0, { 1: 4, 2: 1 })]])
  const after = new Map([[1, times(0, 5.5, 0, { 1: 4.1 })]])
  assert.deepEqual(rounded(timesBetween(1, before, after)), { own: 0.5, below: 0, ended: 0 })
})

test('an exited process counts once, without its earlier usage', () => {
  const before = new Map([
    [1, times(0, 1, 0, { 1: 1 })],
    [7, times(1, 2, 0.5, { 7: 2 })],
    [8, times(7, 3, 0, { 8: 3 })],
  ])
  // Processes 8 and 7 used another 0.25 and 0.1 and then exited. Process 9 started and exited, and used 0.4.
  const after = new Map([[1, times(0, 1, 2.1 + 0.5 + 3.25 + 0.4, { 1: 1 })]])
  assert.deepEqual(rounded(timesBetween(1, before, after)), { own: 0, below: 0.75, ended: 6.25 })
})

const burn = (ms: number) =>
  `for (let used = 0; used < ${ms * 1000}; ) { const { user, system } = process.cpuUsage(); used = user + system - began }`

const startCode = 'const { user, system } = process.cpuUsage(); const began = user + system'

/**
 * A program that reports that it is ready, uses 200 ms of CPU itself and 400 ms in a child process that exits, and
 * reports again. It keeps listening.
 */
const program = `
  process.stdout.write('{"event":"ready"}\\n')
  process.on('message', () => {
    ${startCode}; ${burn(200)}
    require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(`${startCode}; ${burn(400)}`)}])
    process.send({})
  })`

test('a process and its exited child are counted', {
  skip: process.platform !== 'linux' && 'needs /proc',
}, async () => {
  await using running = await startProcess(['-e', program])
  const read = await countCpu(running.pid)
  const reply = new Promise(resolve => running.child.once('message', resolve))
  running.child.send({})
  await reply
  const { own, below, ended } = await read()
  assert.ok(own > 0.19 && own < 0.39, `${own} s of 0.2`)
  assert.ok(below > 0.39 && below < 0.9, `${below} s of 0.4 and the start of Node`)
  assert.ok(Math.abs(ended - below) < 1e-9)
  const since = await cpuTimes(running.pid)
  assert.ok(since.own >= own && since.below >= below, `${since.own} and ${since.below} s since the start`)
})
