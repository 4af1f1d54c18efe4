import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { locked } from '#test/locked.ts'
import { boot, type Probata, untilBlocked } from '#test/system.ts'
import { createSubmissionsClient, type SubmissionsClient } from './submissions-client.ts'

const job = 'create-scheduled-packages'
const monthly = { every: 'month', due: { count: 10, unit: 'days' }, leadDays: 100 }
const expectedPeriods = ['2027-06', '2027-07', '2027-08', '2027-09']

let p: Probata
let client: SubmissionsClient

before(async () => {
  p = await boot()
  p.clock.set(Date.parse('2027-06-25T08:00Z'))
  client = await createSubmissionsClient(p)
  await client.must(200, 'PATCH', '/settings', { timeZone: 'Europe/Berlin', holidayPlace: 'DE-BY' })
})
after(() => p[Symbol.asyncDispose]())

/** The periods of the packages that callers see, their computed due dates, and the events about them. */
const stateOf = async (requirementId: string) => {
  const { submissionPackages } = await client.must(200, 'GET', `/packages?submissionRequirementId=${requirementId}`)
  const path = `/submission-requirements/${requirementId}/scheduled-packages`
  const { scheduledPackages } = await client.must(200, 'GET', path)
  const ids = submissionPackages.map(({ id }: { id: string }) => id)
  const rows = await p.sql("select body from outbox_event where type = 'submission.package.created'")
  const events = rows.filter(({ body }) => ids.some((id: string) => String(body).includes(id)))
  return {
    packages: submissionPackages.map(({ packageKey }: { packageKey: string }) => packageKey).toSorted(),
    computed: scheduledPackages.map(({ periodKey }: { periodKey: string }) => periodKey).toSorted(),
    events: events.length,
  }
}

/** The steps between which a worker is killed: each waits for the lock of its table. */
const steps = {
  'before its first package': 'lock table submission_package in exclusive mode',
  'between creating a package and recording its computation': 'lock table submission_deadline in exclusive mode',
}

for (const [step, lock] of Object.entries(steps))
  test(`a worker that is killed ${step} leaves nothing, and another creates each package once`, async () => {
    await using other = await boot({ database: p.connection, provision: null })
    other.clock.set(p.clock.now())
    const id = await client.requirement({}, { schedule: monthly })
    const run = await locked(p, lock, async () => {
      const run = p.system.runJob(job).then(
        () => 'finished',
        () => 'failed',
      )
      await untilBlocked(p, 1)
      // The worker is alive, but another takes the job over: it leaves the locked requirement alone.
      await other.system.runJob(job)
      const killed = await p.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database() and pid <> pg_backend_pid()`,
      )
      assert.equal(killed.length, 1)
      return run
    })
    assert.ok(['finished', 'failed'].includes(run))
    assert.deepEqual((await stateOf(id)).packages, [], 'nothing of the killed transaction remains')
    await Promise.all([other.system.runJob(job), p.system.runJob(job)])
    await other.system.runJob(job)
    assert.deepEqual(await stateOf(id), { packages: expectedPeriods, computed: expectedPeriods, events: 4 })
  })

test('a worker that lost the job while it waited creates no package again', async () => {
  await using other = await boot({ database: p.connection, provision: null })
  other.clock.set(p.clock.now())
  const id = await client.requirement({}, { schedule: monthly })
  const late = await locked(p, 'lock table submission_deadline in exclusive mode', async () => {
    const late = p.system.runJob(job)
    await untilBlocked(p, 1)
    await other.system.runJob(job)
    return { late }
  })
  await late.late
  await other.system.runJob(job)
  assert.deepEqual(await stateOf(id), { packages: expectedPeriods, computed: expectedPeriods, events: 4 })
})
