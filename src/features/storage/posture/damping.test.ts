import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { day, minute, second } from '#lib/clock.ts'
import { afterCheck, type DampedState, undisturbed } from './damping.ts'

/** `.` a good check, `x` a failed one, `X` one that failed definitely; one every `every` milliseconds. */
const after = (looks: Iterable<string>, every = minute) => {
  let state: DampedState = undisturbed
  let at = 0
  let opened = 0
  const told: string[] = []
  for (const sign of looks) {
    const next = afterCheck(state, { ok: sign === '.', definite: sign === 'X', at })
    if (next.state.open && !state.open) opened++
    if (next.tell) told.push(`${next.state.open ? 'open' : 'closed'} ${at / minute}`)
    state = next.state
    at += every
  }
  return { state, told, opened }
}

const opened: readonly (readonly [string, string, boolean, number?])[] = [
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
  for (const [name, looks, open, every] of opened)
    test(`is ${open ? 'open' : 'closed'} with ${name}`, () => assert.equal(after(looks, every).state.open, open))

  test('is reported once when it opens and once when it closes', () => {
    assert.deepEqual(after('xxxxxxxxxxxxxx...').told, ['open 2', 'closed 16'])
  })

  test('that changes within 10 minutes of the last report is reported later, or never', () => {
    assert.deepEqual(after('xxx...').told, ['open 2'])
    assert.deepEqual(after('xxx.........').told, ['open 2'])
    assert.deepEqual(after('xxx..........').told, ['open 2', 'closed 12'])
    assert.deepEqual(after('xxx...xxxxxxx').told, ['open 2'])
  })

  test('reports since when it has failed, and how often', () => {
    const { state } = after('..xx.x.x.x')
    assert.deepEqual([state.open, state.failingSince, state.failures], [true, 2 * minute, 5])
    const closed = after('..xxx...').state
    assert.deepEqual([closed.failingSince, closed.failures, closed.last], [null, 0, ''])
  })
})

test('a store that fails every second time opens one deviation, which is reported once a day', () => {
  const looks = Array.from({ length: day / minute }, (_, i) => (i % 2 === 0 ? 'x' : '.'))
  const { told, opened } = after(looks)
  assert.deepEqual([opened, told], [1, ['open 8']])
})

test('no store causes more than one report in 10 minutes', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const { told } = after(
    Array.from({ length: day / minute }, () => (random() < 0.5 ? 'X' : '.')),
    minute,
  )
  const times = told.map(line => Number(line.split(' ')[1]))
  assert.ok(times.length > 1)
  for (const [i, at] of times.entries()) assert.ok(i === 0 || at - (times[i - 1] ?? 0) >= 10)
})
