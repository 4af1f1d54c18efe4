import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Counter, memoryCounter } from './rate-limit-counter.ts'

const limit = 5

const countAllowed = async (counter: Counter, keys: readonly string[]): Promise<number> => {
  const states = await Promise.all(keys.map(key => counter.take(counter.name(key))))
  return states.filter(state => state.consumedPoints <= limit).length
}

const inventedKeys = (count: number, label: string) => Array.from({ length: count }, (_, i) => `${label}${i}`)

test('a flood of invented keys shares slots until the window ends', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-01-01T00:00:00.000Z') })
  const counter = memoryCounter(limit, 1000)
  assert.equal(await countAllowed(counter, inventedKeys(1000, 'first')), 1000)
  // 30,000 keys in 1024 slots: every slot is full.
  assert.equal(await countAllowed(counter, inventedKeys(30_000, 'flood')), 1024 * limit)
  assert.equal(await countAllowed(counter, ['flood1']), 0)
  t.mock.timers.tick(60_000)
  assert.equal(await countAllowed(counter, Array(limit + 1).fill('flood1')), limit)
})

test('below the limit for new keys, each key has its own count', async () => {
  const counter = memoryCounter(limit)
  assert.equal(counter.name('acme-scanner'), 'acme-scanner')
  assert.equal(
    await countAllowed(counter, Array.from({ length: limit }, () => inventedKeys(500, 'k')).flat()),
    500 * limit,
  )
})

test('names are bounded in length', () => {
  const counter = memoryCounter(limit)
  const [one, two] = ['1', '2'].map(end => counter.name('k'.repeat(100_000) + end))
  assert.equal(one?.length, 22)
  assert.notEqual(one, two)
})
