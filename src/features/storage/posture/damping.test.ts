import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { day, minute, second } from '#lib/clock.ts'
import { afterCheck, type DampedState, undisturbed } from './damping.ts'

/** Runs checks, one every `every` milliseconds: `.` is a good one, `x` a failed one, `X` one that failed definitely. */
const runChecks = (checks: Iterable<string>, every = minute) => {
  let state: DampedState = undisturbed
  let at = 0
  let openings = 0
  const reports: string[] = []
  for (const sign of checks) {
    const next = afterCheck(state, { ok: sign === '.', definite: sign === 'X', at })
    if (next.state.open && !state.open) openings++
    if (next.tell) reports.push(`${next.state.open ? 'open' : 'closed'} ${at / minute}`)
    state = next.state
    at += every
  }
  return { state, reports, openings }
}

const openings: readonly (readonly [string, string, boolean, number?])[] = [
  ['two failures', 'xx', false],
  ['three failures in a row', 'xxx', true],
  ['a good check between them', 'xx.xx', false],
  ['five of the last ten', 'x.x.x.x.x', true],
  ['four of the last ten', 'x.x.x.x..', false],
  ['five of eleven', 'x..x..x..xx', false],
  ['two definite ones, a minute apart', 'XX', false],
  ['two definite ones within 30 seconds', 'XX', true, second],
  ['a definite and an uncertain one within 30 seconds', 'Xx', false, second],
  ['two good checks after it', 'xxx..', true],
  ['three good checks after it', 'xxx...', false],
  ['two failures after it closed', 'xxx...xx', false],
  ['good checks with failures between', 'xxx..x..x..x..', true],
]

describe('a deviation', () => {
  for (const [name, checks, open, every] of openings)
    test(`is ${open ? 'open' : 'closed'} with ${name}`, () => assert.equal(runChecks(checks, every).state.open, open))

  test('is reported once when it opens and once when it closes', () => {
    assert.deepEqual(runChecks('xxxxxxxxxxxxxx...').reports, ['open 2', 'closed 16'])
  })

  test('is reported later or never if it changes within 10 minutes of the last report', () => {
    assert.deepEqual(runChecks('xxx...').reports, ['open 2'])
    assert.deepEqual(runChecks('xxx.........').reports, ['open 2'])
    assert.deepEqual(runChecks('xxx..........').reports, ['open 2', 'closed 12'])
    assert.deepEqual(runChecks('xxx...xxxxxxx').reports, ['open 2'])
  })

  test('records when the failures began, and their number', () => {
    const { state } = runChecks('..xx.x.x.x')
    assert.deepEqual([state.open, state.failingSince, state.failures], [true, 2 * minute, 5])
    const closed = runChecks('..xxx...').state
    assert.deepEqual([closed.failingSince, closed.failures, closed.last], [null, 0, ''])
  })
})

test('a store that fails every second time opens one deviation, which is reported once a day', () => {
  const checks = Array.from({ length: day / minute }, (_, i) => (i % 2 === 0 ? 'x' : '.'))
  const { reports, openings } = runChecks(checks)
  assert.deepEqual([openings, reports], [1, ['open 8']])
})

test('no store causes more than one report in 10 minutes', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const { reports } = runChecks(
    Array.from({ length: day / minute }, () => (random() < 0.5 ? 'X' : '.')),
    minute,
  )
  const times = reports.map(line => Number(line.split(' ')[1]))
  assert.ok(times.length > 1)
  for (const [i, at] of times.entries()) assert.ok(i === 0 || at - (times[i - 1] ?? 0) >= 10)
})
