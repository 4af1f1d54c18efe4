import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { narrows, statement, texts } from '#db/statement.ts'
import { day, hour, minute } from '#lib/clock.ts'
import { idTime } from '#lib/ids.ts'
import { type CachedCounts, createCountCache, maxCounted } from './count-cache.ts'

const noon = Date.parse('2026-03-10T12:00:00.000Z')
const midnight = Date.parse('2026-03-10T00:00:00.000Z')

const series = {
  statement: statement(
    'test_count_cache',
    { low: texts, high: texts },
    'select :low, :high',
    narrows<{ all: number; odd: number }>,
  ),
  prefix: 'row',
  none: { all: 0, odd: 0 },
}

/** Stores counts in memory instead of the database. */
const storage = () => {
  const rows = new Map<string, CachedCounts>()
  return {
    find: async ({ organizationId }: { readonly organizationId: string }) => rows.get(organizationId),
    async write(organizationId: string, _: unknown, counts: CachedCounts) {
      rows.set(organizationId, counts)
    },
  }
}

/** A table with a creation time per row, counted like PostgreSQL does. `rowsRead` counts the rows read. */
const table = (rows: number[] = []) => {
  const table = { rows, now: noon, rowsRead: 0, organizationId: 'org_a' }
  const timesOf = (values: unknown) =>
    Array.isArray(values) ? values.map(floor => idTime(`${floor}${'0'.repeat(16)}`)) : []
  const count = (low: number, high: number) => {
    const counted = table.rows.filter(at => at >= low && at < high).slice(0, maxCounted)
    table.rowsRead += counted.length
    return { all: counted.length, odd: counted.filter(at => at % 2 === 1).length }
  }
  const read = async (_: unknown, { low, high }: { low: unknown; high: unknown }) => {
    const [from, before] = [timesOf(low), timesOf(high)]
    return from.map((at, i) => count(at, before[i] ?? 0))
  }
  const starts = () => {
    const today = Math.floor(table.now / day) * day
    return Array.from({ length: 30 }, (_, i) => today + (i - 29) * day)
  }
  return Object.assign(table, {
    starts,
    visit: (
      cache: ReturnType<typeof createCountCache>,
      completeFrom?: number,
      units?: readonly string[],
      latest?: number,
    ) => {
      const actor = { ...(units && { units }) }
      const call = { read: read as never, actor, organizationId: table.organizationId, now: table.now }
      const requested = { ...series, ...(latest !== undefined && { latest }) }
      return cache.read(call, {
        series: requested,
        starts: starts(),
        ...(completeFrom !== undefined && { completeFrom }),
      })
    },
  })
}

const every = (ms: number, from: number, until: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((until - from) / ms)) }, (_, i) => from + i * ms)

describe('counts of days', () => {
  test('a count is cached, and newer rows are added to it', async () => {
    const t = table(every(minute, noon - 40 * day, noon))
    const cache = createCountCache(storage())
    const first = await t.visit(cache)
    assert.deepEqual([t.rowsRead, first[0]?.all, first[29]?.all], [29 * 1440 + 720, 1440, 720])
    t.rowsRead = 0
    t.rows.push(...every(minute, noon, noon + 5 * minute))
    t.now += 5 * minute
    const again = await t.visit(cache)
    assert.deepEqual([again[0]?.all, again[29]?.all], [1440, 725])
    assert.ok(t.rowsRead <= 125, `${t.rowsRead} rows were read`)
  })

  test('at any time and for any caller, a cached count equals a full count', async () => {
    const t = table(every(7 * minute, noon - 30 * day, noon))
    const cache = createCountCache(storage())
    // The steps include whole days, midnights, an hour backwards, and a clock that runs days ahead. Rows arrive up to
    // 50 minutes late, except while the clock is ahead.
    const steps = [1, 20 * minute, 13 * hour, 2 * day, -hour, 23 * hour, minute, 40 * day, -39 * day, -20 * minute, day]
    for (const [i, step] of [...steps, ...steps, ...steps].entries()) {
      t.rows.push(...every(11 * minute, t.now + 1, t.now + step))
      t.now += step
      assert.deepEqual(await t.visit(cache), await t.visit(createCountCache(storage())), `visit ${i}`)
      if (step > 0) t.rows.push(t.now - 50 * minute)
    }
  })

  test('rows that appear up to an hour after their creation are counted', async () => {
    const t = table()
    const cache = createCountCache(storage())
    t.now = midnight + 59 * minute
    await t.visit(cache)
    t.rows.push(midnight - 1, midnight)
    const counts = await t.visit(cache)
    assert.deepEqual(counts.slice(28), [
      { all: 1, odd: 1 },
      { all: 1, odd: 0 },
    ])
  })

  test('a series with a shorter maximum delay recounts only that period', async () => {
    const t = table(every(minute, noon - 40 * day, noon))
    const cache = createCountCache(storage())
    const visit = () => t.visit(cache, undefined, undefined, 10 * minute)
    await visit()
    t.now += 3 * minute
    t.rows.push(noon - 7 * minute + 1)
    t.rowsRead = 0
    assert.deepEqual((await visit())[29], { all: 721, odd: 1 })
    assert.ok(t.rowsRead <= 13, `${t.rowsRead} rows were read`)
    // All counted rows have settled in the meantime, so they are not counted again.
    t.now += 20 * minute
    t.rowsRead = 0
    await visit()
    t.rowsRead = 0
    await visit()
    assert.equal(t.rowsRead, 0)
  })

  test('a day that has reached the counting limit is not counted again', async () => {
    const t = table(every(1000, noon - 4 * hour, noon).map(at => at + 1))
    const cache = createCountCache(storage())
    assert.deepEqual((await t.visit(cache))[29], { all: maxCounted, odd: maxCounted })
    t.rowsRead = 0
    assert.deepEqual((await t.visit(cache))[29], { all: maxCounted, odd: maxCounted })
    assert.equal(t.rowsRead, 0)
  })

  test('days whose rows may be deleted are counted each time', async () => {
    const t = table(every(hour, noon - 30 * day, noon))
    const cache = createCountCache(storage())
    await t.visit(cache, noon - 7 * day)
    t.rows = t.rows.filter(at => at >= noon - 7 * day)
    const counts = await t.visit(cache, noon - 7 * day)
    assert.deepEqual(
      counts.map(({ all }) => all),
      [...Array(22).fill(0), 12, ...Array(6).fill(24), 12],
    )
  })

  test("organizations do not see each other's counts", async () => {
    const t = table(every(hour, noon - 2 * day, noon))
    const cache = createCountCache(storage())
    await t.visit(cache)
    t.organizationId = 'org_b'
    t.rows = []
    assert.deepEqual((await t.visit(cache))[28], { all: 0, odd: 0 })
  })

  test('another process continues from the stored counts and adds newer rows', async () => {
    const t = table(every(minute, noon - 40 * day, noon))
    const stored = storage()
    const first = await t.visit(createCountCache(stored))
    t.rowsRead = 0
    t.rows.push(...every(minute, noon, noon + 5 * minute))
    t.now += 5 * minute
    const other = createCountCache(stored)
    const second = await t.visit(other)
    assert.deepEqual(second.slice(0, 29), first.slice(0, 29))
    assert.deepEqual([second[29]?.all, t.rowsRead], [725, 65])
    assert.deepEqual(second, await t.visit(createCountCache(storage())))
  })

  test('counts for selected units are never stored, and do not start from counts of the whole workspace', async () => {
    const t = table(every(minute, noon - 40 * day, noon))
    const stored = storage()
    await t.visit(createCountCache(stored), 0, ['unt_a'])
    assert.equal(await stored.find({ organizationId: 'org_a' }), undefined)
    await t.visit(createCountCache(stored))
    t.rowsRead = 0
    await t.visit(createCountCache(stored), 0, ['unt_a'])
    assert.equal(t.rowsRead, 29 * 1440 + 720)
  })
})
