import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { suite, test } from 'node:test'
import { describeWebhookOutcome, isSound, runWebhookFaults } from '#test/faults/webhook-faults.ts'
import { describeWorkers, runWorkerFaults } from '#test/faults/webhook-workers.ts'

// The second test waits for a lease to expire.
suite('deliveries survive their processes', { concurrency: true }, () => {
  test('kills of the server and of PostgreSQL during delivery: nothing is lost', async t => {
    const seed = randomBytes(4).toString('hex')
    const outcome = await runWebhookFaults({ kills: 3, rounds: 1, claims: 100, retries: false, seed })
    const report = describeWebhookOutcome(outcome)
    t.diagnostic(report)
    assert.ok(isSound(outcome), report)
    const { pending, dead } = outcome.account
    assert.ok(pending > 0 && dead > 0, `no delivery was in flight: ${report}`)
  })

  test('a worker that pauses for longer than its lease and then continues: nothing is lost', async t => {
    const outcome = await runWorkerFaults({ claims: 200, kill: false })
    const report = describeWorkers(outcome)
    t.diagnostic(report)
    assert.ok(isSound(outcome), report)
    assert.ok(
      outcome.takeovers.every(ms => ms <= 20_000),
      report,
    )
  })
})
