import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hour, iso, minute } from '#lib/clock.ts'
import { as, eventsOf, oddJob, runNow, runsOf, stateOf } from '#test/odd-job.ts'

const plantedText = 'hunter2-planted'
const testJob = oddJob()

describe('a job that fails', { concurrency: false }, () => {
  test('five failures in a row are a security event, once until the job succeeds', async () => {
    const p = await testJob.node()
    const failing = async () => {
      throw Object.assign(new SyntaxError(`no space for ${plantedText}`), { code: 'ENOSPC' })
    }
    const fail = async (times: number) => {
      testJob.does(failing)
      for (let i = 0; i < times; i++) assert.equal((await runNow(p)).body.errorCode, 'ENOSPC')
    }
    await fail(4)
    assert.deepEqual(await eventsOf(p), [])
    await fail(3)
    assert.equal((await stateOf(p)).failures, 7)
    testJob.does(async () => 1)
    assert.equal((await runNow(p)).body.errorCode, null)
    assert.equal((await stateOf(p)).failures, 0)
    await fail(5)
    const events = await eventsOf(p)
    const runs = await runsOf(p)
    assert.equal(runs.length, 13)
    assert.deepEqual(
      events.map(({ type, severity, organizationId, context }) => ({ type, severity, organizationId, context })),
      [runs[8], runs[0]].map(({ id }) => ({
        type: 'jobFailedRepeatedly',
        severity: 'medium',
        organizationId: 'install',
        context: { job: 'odd', runId: id, count: 5, code: 'ENOSPC' },
      })),
    )
    const allOutput = JSON.stringify([
      events,
      runs,
      await stateOf(p),
      await p.sql('select * from job_run'),
      testJob.log(),
    ])
    assert.doesNotMatch(allOutput, new RegExp(plantedText))
    assert.match(allOutput, /job_failed/)
  })

  test("a failed run has PostgreSQL's code, or else unexpected", async () => {
    const p = await testJob.node()
    testJob.does(async () => {
      const invalidStatement = { name: 'nonsense', text: 'select * from hunter2', bind: () => [] }
      await p.system.services.db.readInstall(invalidStatement, undefined)
      return 1
    })
    assert.equal((await runNow(p)).body.errorCode, '42P01')
    testJob.does(async () => JSON.parse(plantedText))
    assert.equal((await runNow(p)).body.errorCode, 'unexpected')
  })
})

describe('a job that is late', { concurrency: false }, () => {
  test('a late job runs once for all missed times and reports them', async () => {
    const p = await testJob.node()
    const { nextRunAt } = await stateOf(p)
    p.clock.set(Date.parse(nextRunAt) + 3 * hour + minute)
    await p.system.worker.runDue()
    await p.system.worker.runDue()
    const [run, ...others] = await runsOf(p)
    assert.deepEqual([run.missed, run.outcome, others], [3, 'succeeded', []])
    const [event, ...more] = await eventsOf(p)
    assert.deepEqual(
      [event?.type, event?.severity, event?.context, more],
      ['jobMissed', 'medium', { job: 'odd', runId: run.id, count: 3, firstSeenAt: nextRunAt }, []],
    )
    assert.equal((await stateOf(p)).nextRunAt, iso(Date.parse(nextRunAt) + 4 * hour))
  })

  test('a job that is late by less than an interval has missed no run', async () => {
    const p = await testJob.node()
    p.clock.set(Date.parse((await stateOf(p)).nextRunAt) + hour - minute)
    await p.system.worker.runDue()
    assert.deepEqual([(await runsOf(p))[0].missed, await eventsOf(p)], [0, []])
  })

  test('a job that is late by minutes after a restart causes no event, because health would not report it as overdue', async () => {
    const p = await testJob.node()
    const list = async () => (await as(p, 'auditor', 'GET', '/jobs/verify-ledger/runs')).body.runs
    // Counted from the due time, because the age of the database varies.
    const { body } = await as(p, 'auditor', 'GET', '/jobs')
    const { nextRunAt } = body.jobs.find(({ name }: { name: string }) => name === 'verify-ledger')
    p.clock.set(Date.parse(nextRunAt) + 4 * minute)
    await p.system.worker.runDue()
    const [run] = await list()
    assert.ok(run.missed >= 3, String(run.missed))
    assert.deepEqual(await p.sql(`select from security_event where type = 'jobMissed'`), [])
    p.clock.advance(10 * minute)
    await p.system.worker.runDue()
    const events = await p.sql(`select record from security_event where type = 'jobMissed'`)
    assert.ok(events.some(({ record }) => String(record).includes('"job":"verify-ledger"')))
  })

  test('a manual run also makes up for missed runs', async () => {
    const p = await testJob.node()
    p.clock.set(Date.parse((await stateOf(p)).nextRunAt) + 2 * hour)
    assert.equal((await runNow(p)).body.missed, 2)
    assert.equal((await runNow(p)).body.missed, 0)
    assert.equal((await eventsOf(p)).length, 1)
  })

  test('an hourly job has 24 runs a day, even if the local day has 23 or 25 hours', async () => {
    const p = await testJob.node()
    for (const midnight of ['2026-03-28T23:00:00.500Z', '2026-10-24T22:00:00.500Z']) {
      p.clock.set(Date.parse(midnight))
      await p.system.worker.runDue()
      const [before] = await runsOf(p)
      for (let hours = 1; hours <= 24; hours++) {
        p.clock.set(Date.parse(midnight) + hours * hour)
        await p.system.worker.runDue()
      }
      const runs = await p.sql(`select missed from job_run where job = 'odd' and id > $1`, [before.id])
      assert.deepEqual(runs, Array(24).fill({ missed: 0 }))
      const { nextRunsAt } = await stateOf(p)
      const [first] = nextRunsAt
      assert.deepEqual(
        nextRunsAt,
        [0, 1, 2, 3, 4].map(hours => iso(Date.parse(first) + hours * hour)),
      )
    }
  })
})
