import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { day, minute, second } from '#lib/clock.ts'
import { afterCheck, type DampedState, initialState } from './damping.ts'

/** Runs one check every `every` milliseconds: `.` passes, `x` fails, `X` fails definitely. */
const runChecks = (checks: Iterable<string>, every = minute) => {
  let state: DampedState = initialState
  let at = 0
  let openings = 0
  const reports: string[] = []
  for (const sign of checks) {
    const next = afterCheck(state, { ok: sign === '.', definite: sign === 'X', at })
    if (next.state.open && !state.open) openings++
    if (next.mustReport) reports.push(`${next.state.open ? 'open' : 'closed'} ${at / minute}`)
    state = next.state
    at += every
  }
  return { state, reports, openings }
}

const sequences: readonly (readonly [name: string, checks: string, isOpen: boolean, every?: number])[] = [
  ['two failures', 'xx', false],
  ['three failures in a row', 'xxx', true],
  ['two failures on each side of a good check', 'xx.xx', false],
  ['five failures in the last ten checks', 'x.x.x.x.x', true],
  ['four failures in the last ten checks', 'x.x.x.x..', false],
  ['five failures in eleven checks', 'x..x..x..xx', false],
  ['two definite failures a minute apart', 'XX', false],
  ['two definite failures within 30 seconds', 'XX', true, second],
  ['a definite and another failure within 30 seconds', 'Xx', false, second],
  ['three failures and two good checks', 'xxx..', true],
  ['three failures and three good checks', 'xxx...', false],
  ['two failures after it was closed', 'xxx...xx', false],
  ['at most two good checks between failures', 'xxx..x..x..x..', true],
]

describe('a deviation', () => {
  for (const [name, checks, open, every] of sequences)
    test(`is ${open ? 'open' : 'closed'} after ${name}`, () => assert.equal(runChecks(checks, every).state.open, open))

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

test('a store that fails every other check for a day opens one deviation, which is reported once', () => {
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
