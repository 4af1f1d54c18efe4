import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pair } from '#bench/comparison.ts'
import type { Sample } from '#bench/cpu.ts'
import { renderTable, rowOf } from '#bench/versions.ts'
import { bareStand, type Work } from '#bench/work.ts'

const sample = (perSecond: number, node: number, postgres: number): Sample => ({
  operations: 100,
  perSecond,
  cpu: { node, postgres },
})

/** Returns pairs of samples: in each round our sample, then theirs. */
const pairs = (...rounds: readonly (readonly [Sample, Sample])[]): Pair[] =>
  rounds.map(([ours, floor]) => ({ ours, floor }))

const work: Work = {
  name: 'list',
  label: 'list 50 claims',
  operations: 'lists',
  rounds: 2,
  stand: bareStand,
  prepare: () => Promise.reject(new Error('not measured here')),
}

const verdict = (measured: readonly Pair[]): string => rowOf(work, measured)[6]

test('a row shows both sides, the ratios with their spreads and a verdict', () => {
  const measured = pairs(
    [sample(1000, 300, 200), sample(500, 600, 400)],
    [sample(1200, 310, 210), sample(1000, 600, 400)],
  )
  assert.equal(
    renderTable([rowOf(work, measured)]).split('\n')[2],
    '| list | list 50 claims | 1100 lists/s, 305 + 205 µs | 750 lists/s, 600 + 400 µs | 1.60 (1.20 to 2.00) | 0.51 (0.50 to 0.52) | faster |',
  )
})

test('the verdict follows CPU, or the clock if CPU leaves it open', () => {
  const same = sample(1000, 300, 200)
  const [lighter, heavier] = [sample(1000, 290, 190), sample(1000, 310, 210)]
  const [quick, late] = [sample(1100, 300, 200), sample(900, 300, 200)]
  assert.equal(verdict(pairs([heavier, same], [heavier, same])), 'slower')
  assert.equal(verdict(pairs([heavier, same], [lighter, same])), 'undecided')
  assert.equal(verdict(pairs([quick, lighter], [quick, heavier])), 'faster by the clock')
  assert.equal(verdict(pairs([late, heavier], [late, heavier])), 'faster by CPU, slower by the clock')
  assert.equal(verdict(pairs([same, same], [same, same])), 'undecided')
})
