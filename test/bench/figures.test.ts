import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figure, outcomeOf, render, summarize } from '#bench/benchmark.ts'

test('a goal is reached or missed only if all its samples agree', () => {
  assert.equal(outcomeOf([1.0, 1.1, 1.2], { atLeast: 1 }), 'reached')
  assert.equal(outcomeOf([0.7, 0.8, 0.9], { atLeast: 1 }), 'missed')
  assert.equal(outcomeOf([0.9, 1.1, 1.2], { atLeast: 1 }), 'undecided')
  assert.equal(outcomeOf([0.8, 0.9, 1.1], { atLeast: 1 }), 'undecided')
  assert.equal(outcomeOf([10, 20, 30], { atMost: 30 }), 'reached')
  assert.equal(outcomeOf([10, 20, 31], { atMost: 30 }), 'undecided')
  assert.equal(outcomeOf([9.98, 10.05], { atLeast: 9.95, atMost: 10.1 }), 'reached')
  assert.equal(outcomeOf([9.9, 10.2], { atLeast: 9.95, atMost: 10.1 }), 'missed')
})

test('a negative figure is below an upper bound', () => {
  const { outcome, goal } = figure({ label: 'memory above idle', samples: [-3, -2.5], atMost: 64, unit: 'MiB' })
  assert.equal(outcome, 'reached')
  assert.equal(goal, '≤ 64 MiB')
  assert.equal(figure({ label: 'grown', samples: [-1], atLeast: 0 }).outcome, 'missed')
})

test('a figure without samples or without a goal is an error', () => {
  assert.throws(() => figure({ label: 'none', samples: [], atMost: 1 }), /nothing was measured: none/)
  assert.throws(() => figure({ label: 'odd', samples: [1, Number.NaN], atMost: 1 }), /nothing was measured: odd/)
  assert.throws(() => figure({ label: 'aimless', samples: [1] }), /no goal is given: aimless/)
})

test('the report names and counts the three outcomes', () => {
  const limit = { atMost: 1, unit: 's' }
  const figures = [
    figure({ label: 'fast', samples: [0.5], ...limit, detail: 'one\ntwo' }),
    figure({ label: 'slow', samples: [2, 3], ...limit }),
    figure({ label: 'either', samples: [0.5, 0.9, 2], ...limit }),
  ]
  assert.deepEqual(figures.map(render), [
    'reached   fast: 0.50 s (0.50 to 0.50), goal ≤ 1 s\n          one\n          two',
    'MISSED    slow: 2.50 s (2.00 to 3.00), goal ≤ 1 s',
    'undecided either: 0.90 s (0.50 to 2.00), goal ≤ 1 s',
  ])
  assert.equal(summarize(figures), '1 of 3 goals reached, 1 missed, 1 undecided')
})
