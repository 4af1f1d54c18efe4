import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hour, iso, second } from '#lib/clock.ts'
import { eventsOf, oddJob, pass, runNow, runsOf, stateOf, stopRenewals } from '#test/odd-job.ts'
import type { Probata } from '#test/system.ts'
import { until } from '#test/until.ts'

const odd = oddJob()

describe('a job on two nodes', { concurrency: false }, () => {
  test('a run that takes too long is one security event, and both nodes show where it runs', async t => {
    const [one, other] = [await odd.node(), await odd.node()]
    const { run } = odd.hold()
    const renew = stopRenewals(t)
    const answer = runNow(one)
    const { id, end } = await run(0)
    const { startedAt, ...current } = (await stateOf(other)).current
    assert.deepEqual(current, { id, nodeId: one.system.services.nodeId, stuck: false })
    pass(5 * second, one, other)
    renew()
    const renewed = iso(Date.parse(startedAt) + 34 * second)
    const leaseEnds = () => one.sql('select from job where run_id = $1 and lease_until > $2', [id, renewed])
    await until('renewed', async () => (await leaseEnds()).length > 0)
    assert.deepEqual([await eventsOf(one), (await stateOf(other)).current.stuck], [[], false])
    pass(15 * second, one, other)
    assert.equal((await stateOf(other)).current.stuck, true)
    for (let i = 0; i < 3; i++) renew()
    const [event] = await until('recorded', async () => {
      const events = await eventsOf(one)
      return events.length > 0 && events
    })
    assert.deepEqual([event?.type, event?.context.job, event?.context.runId], ['jobStuck', 'odd', id])
    assert.ok(Math.abs(Date.parse(String(event?.context.firstSeenAt)) - Date.parse(startedAt)) < second)
    renew()
    end()
    assert.equal((await answer).body.outcome, 'succeeded')
    assert.equal((await eventsOf(one)).length, 1)
    assert.equal((await stateOf(other)).current, null)
  })

  test('another node takes over the job of a dead node, whose run is recorded as failed', async t => {
    const [dead, other] = [await odd.node(), await odd.node()]
    const { run } = odd.hold()
    const renew = stopRenewals(t)
    const late = runNow(dead)
    const lost = await run(0)
    pass(31 * second, dead, other)
    const taken = runNow(other)
    const next = await run(1)
    const [interrupted, ...none] = await runsOf(other)
    const { nodeId } = dead.system.services
    assert.deepEqual(
      [interrupted.id, interrupted.outcome, interrupted.errorCode, interrupted.nodeId, none],
      [lost.id, 'failed', 'interrupted', nodeId, []],
    )
    assert.equal(Date.parse(interrupted.finishedAt) - Date.parse(interrupted.startedAt), 30 * second)
    assert.equal((await stateOf(dead)).current.nodeId, other.system.services.nodeId)
    // The node was only slow. Its run is stopped, and its result changes nothing.
    renew()
    await until('the run is stopped', () => lost.signal.aborted)
    lost.end()
    const answered = await late
    assert.deepEqual([answered.body.outcome, answered.body.errorCode], ['failed', 'lease_lost'])
    next.end()
    assert.equal((await taken).body.outcome, 'succeeded')
    const runs = await runsOf(other)
    assert.deepEqual(
      runs.map(({ id, errorCode }: { id: string; errorCode: string | null }) => [id, errorCode]),
      [
        [next.id, null],
        [lost.id, 'interrupted'],
      ],
    )
  })

  test('a job whose node dies five times counts as failing', async t => {
    const p = await odd.node()
    const { run } = odd.hold()
    stopRenewals(t)
    const answers = []
    for (let died = 0; died < 6; died++) {
      answers.push(runNow(p))
      await run(died)
      pass(31 * second, p)
    }
    const [event, ...more] = await eventsOf(p)
    assert.deepEqual(
      [event?.type, event?.context.code, event?.context.count, more],
      ['jobFailedRepeatedly', 'interrupted', 5, []],
    )
    for (let died = 0; died < 6; died++) (await run(died)).end()
    await Promise.all(answers)
  })

  test('two concurrent starts of a job run one after the other', async () => {
    const nodes = [await odd.node(), await odd.node()]
    const { run, most } = odd.hold()
    const answers = nodes.map(runNow)
    const first = await run(0)
    first.end()
    const then = await run(1)
    then.end()
    const runs = await Promise.all(answers)
    assert.deepEqual(
      runs.map(({ status }) => status),
      [200, 200],
    )
    assert.deepEqual([most(), new Set(runs.map(({ body }) => body.id))], [1, new Set([first.id, then.id])])
    assert.deepEqual((await runsOf(nodes[0] as Probata)).length, 2)
  })
})

test('a run that left work is followed by another run at once, but the last run is not', async () => {
  const p = await odd.node()
  let left = 3
  odd.does(async () => ({ processed: 1, more: --left > 0 }))
  pass(hour, p)
  const runs = async () => (await p.system.worker.runDue()).filter(({ job }) => job === 'odd').length
  assert.deepEqual([await runs(), await runs(), await runs(), await runs()], [1, 1, 1, 0])
  const { nextRunAt, lastRun } = await stateOf(p)
  assert.ok(nextRunAt > lastRun.finishedAt)
})
