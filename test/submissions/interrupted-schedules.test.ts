import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minute } from '#lib/clock.ts'
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

/**
 * Returns the periods of the packages that callers see, their computed due dates, and the audit rows about their
 * creation.
 */
const stateOf = async (requirementId: string) => {
  const { submissionPackages } = await client.must(200, 'GET', `/packages?submissionRequirementId=${requirementId}`)
  const path = `/submission-requirements/${requirementId}/scheduled-packages`
  const { scheduledPackages } = await client.must(200, 'GET', path)
  const ids = submissionPackages.map(({ id }: { id: string }) => id)
  const created = await p.sql(
    "select 1 from audit_event where resource_id = any ($1) and record::json ->> 'action' = 'submission.package.create'",
    [ids],
  )
  return {
    packages: submissionPackages.map(({ packageKey }: { packageKey: string }) => packageKey).toSorted(),
    computed: scheduledPackages.map(({ periodKey }: { periodKey: string }) => periodKey).toSorted(),
    created: created.length,
  }
}

/** The steps between which a worker is killed. At each step, the worker waits for the lock on the step's table. */
const steps = {
  'before its first package': 'lock table submission_package in exclusive mode',
  'between creating a package and recording its computation': 'lock table submission_deadline in exclusive mode',
}

for (const [step, lock] of Object.entries(steps))
  test(`a worker that is killed ${step} leaves nothing, and another creates each package once`, async () => {
    await using other = await boot({ database: p.connection, provision: null })
    // By the other worker's clock, the lease of the first worker has ended.
    other.clock.set(p.clock.now() + 2 * minute)
    const id = await client.requirement({}, { schedule: monthly })
    const { run } = await locked(p, lock, async () => {
      const run = p.system.runJob(job).then(
        () => 'finished',
        () => 'failed',
      )
      await untilBlocked(p, 1)
      // The other worker takes over the job. It skips the requirement that is locked.
      await other.system.runJob(job)
      const killed = await p.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database() and pid <> pg_backend_pid()`,
      )
      assert.equal(killed.length, 1)
      return { run }
    })
    assert.equal(await run, 'failed')
    assert.deepEqual((await stateOf(id)).packages, [], 'nothing of the killed transaction remains')
    await other.system.runJob(job)
    await p.system.runJob(job)
    assert.deepEqual(await stateOf(id), { packages: expectedPeriods, computed: expectedPeriods, created: 4 })
  })

test('a worker that lost the job while it waited creates no package again', async () => {
  await using other = await boot({ database: p.connection, provision: null })
  other.clock.set(p.clock.now() + 2 * minute)
  const id = await client.requirement({}, { schedule: monthly })
  const late = await locked(p, 'lock table submission_deadline in exclusive mode', async () => {
    const late = p.system.runJob(job).catch((error: Error) => error.message)
    await untilBlocked(p, 1)
    await other.system.runJob(job)
    return { late }
  })
  await late.late
  await other.system.runJob(job)
  assert.deepEqual(await stateOf(id), { packages: expectedPeriods, computed: expectedPeriods, created: 4 })
})
