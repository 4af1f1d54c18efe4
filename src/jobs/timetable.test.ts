import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { day, hour, iso, minute, second } from '#lib/clock.ts'
import type { Planned } from './job.ts'
import { createTimetable } from './timetable.ts'

const noon = Date.parse('2026-03-01T12:00:00.000Z')
const hourly: Planned = { name: 'sweep', schedule: '0 17 * * * *' }

describe('jitter', () => {
  const jittered = { ...hourly, jitter: 10 * minute }
  const installs = Array.from({ length: 1000 }, (_, i) => createTimetable(`install ${i}`))

  test('delays a job by whole seconds up to the jitter, equally on every node of an install', () => {
    for (const [i, table] of installs.entries()) {
      const offset = table.offset(jittered)
      assert.ok(offset >= 0 && offset < 10 * minute && offset % second === 0)
      assert.equal(createTimetable(`install ${i}`).offset(jittered), offset)
      assert.equal(table.next(jittered, noon), noon + 17 * minute + offset)
      assert.equal(table.next(jittered, table.next(jittered, noon)), noon + 77 * minute + offset)
    }
  })

  test('spreads the installs, and the jobs of one install', () => {
    const perMinute = Map.groupBy(installs, table => Math.floor(table.offset(jittered) / minute))
    assert.equal(perMinute.size, 10)
    for (const [, group] of perMinute) assert.ok(group.length > 60 && group.length < 140, `${group.length} of 1,000`)
    const [table] = installs
    const others = Array.from({ length: 20 }, (_, i) => table?.offset({ ...jittered, name: `job ${i}` }))
    assert.ok(new Set(others).size > 15)
  })

  test('does not move a job that declares none', () => {
    assert.deepEqual([...new Set(installs.map(table => table.offset(hourly)))], [0])
    assert.deepEqual(new Set(installs.map(table => table.next(hourly, noon))), new Set([noon + 17 * minute]))
  })
})

describe('times', () => {
  const table = createTimetable('an install')

  test('do not depend on earlier queries, even for a later or earlier time or for more times', () => {
    const queried = [0, 1, 16, 17, 18, 90, 89, 17, 3000, 0].map(minutes => noon + minutes * minute)
    for (const [i, at] of queried.entries()) {
      const count = (i % 3) + 3
      const fresh = createTimetable('an install').upcoming(hourly, at, count)
      assert.deepEqual(table.upcoming(hourly, at, count), fresh, iso(at))
      assert.equal(fresh[0], table.next(hourly, at))
    }
  })

  test('an hour that local time skips or repeats is an hour like any other', () => {
    const nightly: Planned = { name: 'nightly', schedule: '0 30 2 * * *' }
    for (const eve of ['2026-03-28T12:00:00.000Z', '2026-10-24T12:00:00.000Z']) {
      const first = Date.parse(eve) + 14.5 * hour
      assert.deepEqual(
        table.upcoming(nightly, Date.parse(eve), 5).map(iso),
        [0, 1, 2, 3, 4].map(days => iso(first + days * day)),
      )
    }
  })

  for (const [schedule, late, missed] of [
    ['0 17 * * * *', 0, 0],
    ['0 17 * * * *', hour - 1, 0],
    ['0 17 * * * *', hour, 1],
    ['0 17 * * * *', 3 * hour + 1, 3],
    ['*/20 * * * * *', minute, 3],
    ['0 23 4 * * *', 7 * day, 7],
    ['*/20 * * * * *', 33 * minute + second, 99],
    ['*/20 * * * * *', 34 * minute - 1, 101],
    ['*/20 * * * * *', 30 * day, 129_600],
    ['*/20 * * * * *', 30 * day - 1, 129_599],
  ] as const)
    test(`${schedule}, run ${late} ms late, has missed ${missed}`, () => {
      const planned: Planned = { name: 'a', schedule }
      const due = table.next(planned, noon)
      assert.equal(table.missed(planned, due, due + late), missed)
    })

  test('a run before its time has missed no earlier ones', () => {
    assert.equal(table.missed(hourly, noon + 17 * minute, noon), 0)
  })
})
