import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { describeOutcome, runFaults } from '#test/faults/faults.ts'
import { isSound } from '#test/faults/findings.ts'

// Runs a few of the 200 kills of `npm run faults`, with a new seed in each run. A kill with the following start takes 2
// s.
test('8 kills of the server while clients write: nothing is lost, duplicated, torn or orphaned', async t => {
  const outcome = await runFaults({ kills: 8, rounds: 1, seed: randomBytes(4).toString('hex') })
  const report = describeOutcome(outcome)
  t.diagnostic(report)
  assert.ok(isSound(outcome.findings), report)
  assert.ok(outcome.acknowledged.upload > 0 && outcome.interrupted > 0, `no request was in flight: ${report}`)
})
