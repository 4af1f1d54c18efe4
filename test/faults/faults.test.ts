import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { describeOutcome, faults } from './faults.ts'
import { isSound } from './findings.ts'

test('20 kills of the server while clients write: nothing lost, duplicated, torn or orphaned', async t => {
  const outcome = await faults({ kills: 20, rounds: 1, seed: randomBytes(4).toString('hex') })
  const report = describeOutcome(outcome)
  t.diagnostic(report)
  assert.ok(isSound(outcome.findings), report)
  assert.ok(outcome.acknowledged.upload > 0 && outcome.interrupted > 0, `nothing was at stake: ${report}`)
})
