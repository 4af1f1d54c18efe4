import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hour, iso, second } from '#lib/clock.ts'
import { eventsOf, oddJob, pass, runNow, runsOf, stateOf, stopRenewals } from '#test/odd-job.ts'
import type { Probata } from '#test/system.ts'
import { until } from '#test/until.ts'

const testJob = oddJob()

describe('a job on two nodes', { concurrency: false }, () => {
  test('a run that takes too long is one security event, and both nodes show where it runs', async t => {
    const [first, other] = [await testJob.node(), await testJob.node()]
    const { run } = testJob.hold()
    const renew = stopRenewals(t)
    const pendingRun = runNow(first)
    const { id, end } = await run(0)
    const { startedAt, ...current } = (await stateOf(other)).current
    assert.deepEqual(current, { id, nodeId: first.system.services.nodeId, stuck: false })
    pass(5 * second, first, other)
    renew()
    const renewedUntil = iso(Date.parse(startedAt) + 34 * second)
    const leaseEnds = () => first.sql('select from job where run_id = $1 and lease_until > $2', [id, renewedUntil])
    await until('renewed', async () => (await leaseEnds()).length > 0)
    assert.deepEqual([await eventsOf(first), (await stateOf(other)).current.stuck], [[], false])
    pass(15 * second, first, other)
    assert.equal((await stateOf(other)).current.stuck, true)
    for (let i = 0; i < 3; i++) renew()
    const [event] = await until('recorded', async () => {
      const events = await eventsOf(first)
      return events.length > 0 && events
    })
    assert.deepEqual([event?.type, event?.context.job, event?.context.runId], ['jobStuck', 'odd', id])
    assert.ok(Math.abs(Date.parse(String(event?.context.firstSeenAt)) - Date.parse(startedAt)) < second)
    renew()
    end()
    assert.equal((await pendingRun).body.outcome, 'succeeded')
    assert.equal((await eventsOf(first)).length, 1)
    assert.equal((await stateOf(other)).current, null)
  })

  test('another node takes over the job of a dead node, whose run is recorded as failed', async t => {
    const [deadNode, other] = [await testJob.node(), await testJob.node()]
    const { run } = testJob.hold()
    const renew = stopRenewals(t)
    const lateRun = runNow(deadNode)
    const interruptedRun = await run(0)
    pass(31 * second, deadNode, other)
    const takenOver = runNow(other)
    const next = await run(1)
    const [interrupted, ...otherRuns] = await runsOf(other)
    const { nodeId } = deadNode.system.services
    assert.deepEqual(
      [interrupted.id, interrupted.outcome, interrupted.errorCode, interrupted.nodeId, otherRuns],
      [interruptedRun.id, 'failed', 'interrupted', nodeId, []],
    )
    assert.equal(Date.parse(interrupted.finishedAt) - Date.parse(interrupted.startedAt), 30 * second)
    assert.equal((await stateOf(deadNode)).current.nodeId, other.system.services.nodeId)
    // The node was only slow. Its run is stopped, and its result changes nothing.
    renew()
    await until('the run is stopped', () => interruptedRun.signal.aborted)
    interruptedRun.end()
    const lateResponse = await lateRun
    assert.deepEqual([lateResponse.body.outcome, lateResponse.body.errorCode], ['failed', 'lease_lost'])
    next.end()
    assert.equal((await takenOver).body.outcome, 'succeeded')
    const runs = await runsOf(other)
    assert.deepEqual(
      runs.map(({ id, errorCode }: { id: string; errorCode: string | null }) => [id, errorCode]),
      [
        [next.id, null],
        [interruptedRun.id, 'interrupted'],
      ],
    )
  })

  test('a job whose node dies five times counts as failing', async t => {
    const p = await testJob.node()
    const { run } = testJob.hold()
    stopRenewals(t)
    const pendingRuns = []
    for (let deaths = 0; deaths < 6; deaths++) {
      pendingRuns.push(runNow(p))
      await run(deaths)
      pass(31 * second, p)
    }
    const [event, ...more] = await eventsOf(p)
    assert.deepEqual(
      [event?.type, event?.context.code, event?.context.count, more],
      ['jobFailedRepeatedly', 'interrupted', 5, []],
    )
    for (let deaths = 0; deaths < 6; deaths++) (await run(deaths)).end()
    await Promise.all(pendingRuns)
  })

  test('two concurrent starts of a job run one after the other', async () => {
    const nodes = [await testJob.node(), await testJob.node()]
    const { run, most } = testJob.hold()
    const pendingRuns = nodes.map(runNow)
    const first = await run(0)
    first.end()
    const second = await run(1)
    second.end()
    const runs = await Promise.all(pendingRuns)
    assert.deepEqual(
      runs.map(({ status }) => status),
      [200, 200],
    )
    assert.deepEqual([most(), new Set(runs.map(({ body }) => body.id))], [1, new Set([first.id, second.id])])
    assert.deepEqual((await runsOf(nodes[0] as Probata)).length, 2)
  })
})

test('a run that leaves work is followed at once by another run; the last run is not', async () => {
  const p = await testJob.node()
  let remainingRuns = 3
  testJob.does(async () => ({ processed: 1, more: --remainingRuns > 0 }))
  pass(hour, p)
  const runs = async () => (await p.system.worker.runDue()).filter(({ job }) => job === 'odd').length
  assert.deepEqual([await runs(), await runs(), await runs(), await runs()], [1, 1, 1, 0])
  const { nextRunAt, lastRun } = await stateOf(p)
  assert.ok(nextRunAt > lastRun.finishedAt)
})
