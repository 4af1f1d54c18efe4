import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, iso, minute } from '#lib/clock.ts'
import { claimInput, workspace } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
const reason = 'requested by the test'

before(async () => {
  p = await boot()
})
after(() => p[Symbol.asyncDispose]())

type Slug = 'acme' | 'globex'
interface ListedJob {
  name: string
  lastRun: Record<string, unknown> | null
  nextRunAt: string
  failures: number
}

const callAs = async (slug: Slug, method: string, path: string, body?: unknown, role = 'admin') =>
  p.call(method, `/api/workspace${path}`, { body, cookie: await p.signIn(`${role}@${slug}.example`) })

const jobsOf = async (slug: Slug, role?: string): Promise<Map<string, ListedJob>> => {
  const { status, body, text } = await callAs(slug, 'GET', '/jobs', undefined, role)
  assert.equal(status, 200, text)
  return new Map(body.jobs.map((job: ListedJob) => [job.name, job]))
}

const run = (slug: Slug, name: string) => callAs(slug, 'POST', `/jobs/${name}/run`, { reason })

const setOperator = (slug: Slug | undefined) => p.sql('update organization set operator = (slug = $1)', [slug ?? ''])

/** Creates a claim in each workspace that has just expired. */
const createExpiredClaims = async (key: string) => {
  const validUntil = iso(p.clock.now() + minute)
  for (const slug of ['acme', 'globex']) {
    const token = await p.token(`${slug}-scanner`)
    const body = claimInput(key, { validUntil })
    const { status, text } = await p.call('POST', '/api/v1/governance/evidence/claims', { token, body })
    assert.equal(status, 201, text)
  }
  p.clock.advance(minute)
}

const statusOf = async (slug: Slug, key: string): Promise<string> => {
  const token = await p.token(`${slug}-reader`)
  const { body } = await p.call('GET', `/api/v1/governance/evidence/claims?claimKey=${key}`, { token })
  return body.claims[0].status
}

const installJobs = ['check-sealed-values', 'keep-security-event-partitions', 'keep-webhook-partitions']
const workspaceJobs = [
  'reconcile-license-state',
  'storage-active-binding-posture-sweep',
  'storage-object-migration-runner',
]

describe('jobs of an install with several workspaces', { concurrency: false }, () => {
  test('only the operating workspace sees the jobs of the install', async () => {
    const visibleJobs = async (slug: Slug, role?: string) => {
      const jobs = await jobsOf(slug, role)
      return {
        install: installJobs.filter(name => jobs.has(name)),
        named: workspaceJobs.filter(name => jobs.has(name)),
      }
    }
    for (const slug of ['acme', 'globex'] as const)
      assert.deepEqual(await visibleJobs(slug), { install: [], named: workspaceJobs }, slug)
    await setOperator('acme')
    assert.deepEqual(await visibleJobs('acme'), { install: installJobs, named: workspaceJobs })
    assert.deepEqual(await visibleJobs('acme', 'auditor'), { install: installJobs, named: workspaceJobs })
    assert.deepEqual(await visibleJobs('globex'), { install: [], named: workspaceJobs })
    for (const name of installJobs) {
      assert.equal((await run('globex', name)).status, 404, name)
      assert.equal((await callAs('globex', 'GET', `/jobs/${name}/runs`)).status, 404, name)
      assert.equal((await run('acme', name)).body.outcome, 'succeeded', name)
    }
    await setOperator(undefined)
  })

  test("a workspace's run of a job does not affect the schedule or the records of other workspaces", async () => {
    await createExpiredClaims('own')
    const lease = () => p.sql(`select next_run_at, lease_until, failures from job where name = 'expire-claims'`)
    const before = await lease()
    const { status, body, text } = await run('globex', 'expire-claims')
    assert.equal(status, 200, text)
    assert.deepEqual([body.job, body.outcome, body.processed, body.errorCode], ['expire-claims', 'succeeded', 1, null])
    assert.deepEqual([await statusOf('globex', 'own'), await statusOf('acme', 'own')], ['expired', 'submitted'])
    assert.deepEqual(await lease(), before)
    assert.equal((await p.sql(`select from job_run where id = $1`, [body.id])).length, 0)
    const { id, job, ...last } = body
    assert.deepEqual((await jobsOf('globex')).get(job)?.lastRun, last)
    assert.equal((await jobsOf('acme')).get(job)?.lastRun, null)
    assert.deepEqual((await callAs('acme', 'GET', `/jobs/${job}/runs`)).body.runs, [])
    assert.deepEqual((await callAs('globex', 'GET', `/jobs/${job}/runs`)).body.runs, [body])
    const { auditEvents } = (await callAs('globex', 'GET', '/audit?action=evidence.claim.expire')).body
    assert.equal(auditEvents[0].requestId, id)
    assert.equal(await p.system.runJob('expire-claims'), 1)
    assert.equal(await statusOf('acme', 'own'), 'expired')
  })

  test('a workspace sees the times of a run for all workspaces, but not its results', async () => {
    await createExpiredClaims('all')
    assert.equal(await p.system.runJob('expire-claims'), 2)
    const [limitedRun] = (await callAs('globex', 'GET', '/jobs/expire-claims/runs')).body.runs
    assert.deepEqual([limitedRun.outcome, limitedRun.processed], ['succeeded', null])
    assert.equal((await jobsOf('globex')).get('expire-claims')?.lastRun?.processed, null)
    await p.sql(`update job_run set outcome = 'failed', error_code = '42P01' where id = $1`, [limitedRun.id])
    await p.sql(`update job set failures = 3 where name = 'expire-claims'`)
    const [failed] = (await callAs('globex', 'GET', '/jobs/expire-claims/runs')).body.runs
    assert.deepEqual([failed.outcome, failed.errorCode], ['failed', null])
    assert.equal((await jobsOf('globex')).get('expire-claims')?.failures, 0)
    assert.equal((await callAs('globex', 'GET', '/overview/security')).body.jobsFailing, 0)
    await setOperator('globex')
    const [fullRun] = (await callAs('globex', 'GET', '/jobs/expire-claims/runs')).body.runs
    assert.deepEqual([fullRun.processed, fullRun.errorCode], [2, '42P01'])
    assert.equal((await jobsOf('globex')).get('expire-claims')?.failures, 3)
    assert.equal((await callAs('globex', 'GET', '/overview/security')).body.jobsFailing, 1)
    await setOperator(undefined)
    await p.sql(`update job set failures = 0 where name = 'expire-claims'`)
  })

  test('all jobs of a workspace, run one by one, leave no trace in another', async () => {
    await createExpiredClaims('every')
    const token = await p.token('acme-scanner')
    await p.call('POST', '/api/v1/governance/evidence/claims', {
      token,
      body: claimInput('kept'),
      key: 'kept-for-a-day',
    })
    p.clock.advance(2 * day)
    const cookie = await p.signIn('admin@globex.example')
    // The requests in between do not write to these tables.
    const tables = ['audit_event', 'idempotency_key', 'access_token', 'session', 'outbox_event', 'security_event']
    const countAcmeRows = async () => {
      const counts = tables.map(
        table => `(select count(*)::int from ${table} where organization_id = o.id) as ${table}`,
      )
      const [row] = await p.sql(`select ${counts.join(', ')} from organization o where slug = 'acme'`)
      return row
    }
    const before = await countAcmeRows()
    assert.ok(Number(before?.idempotency_key) > 0 && Number(before?.access_token) > 0 && Number(before?.session) > 0)
    const { body } = await p.call('GET', '/api/workspace/jobs', { cookie })
    for (const { name } of body.jobs) {
      const response = await p.call('POST', `/api/workspace/jobs/${name}/run`, { cookie, body: { reason } })
      assert.equal(response.body.outcome, 'succeeded', `${name}: ${response.text}`)
    }
    assert.deepEqual(await countAcmeRows(), before)
    assert.ok((await p.system.runJob('forget-expired-credentials')) > 0)
    assert.ok((await p.system.runJob('forget-idempotency-keys')) > 0)
    assert.ok((await p.system.runJob('expire-claims')) > 0)
  })

  test('a run whose node is gone counts as failed, and the next run starts', async () => {
    await p.sql(
      `insert into workspace_job_run (organization_id, id, job, started_at, node_id)
       select id, 'jrn_00000000000000000000000001', 'expire-claims', $1, 'nod_gone' from organization where slug = 'acme'`,
      [iso(p.clock.now() - minute)],
    )
    assert.equal((await run('acme', 'expire-claims')).body.outcome, 'succeeded')
    const { runs } = (await callAs('acme', 'GET', '/jobs/expire-claims/runs?limit=200')).body
    const interruptedRun = runs.find(({ id }: { id: string }) => id === 'jrn_00000000000000000000000001')
    assert.deepEqual([interruptedRun.outcome, interruptedRun.errorCode], ['failed', 'interrupted'])
  })
})

test('a single workspace operates the install', async () => {
  await using single = await boot({ provision: { organizations: [workspace.organizations[0]] } })
  const cookie = await single.signIn('admin@acme.example')
  const { body } = await single.call('GET', '/api/workspace/jobs', { cookie })
  const names = body.jobs.map(({ name }: ListedJob) => name)
  assert.deepEqual(
    installJobs.filter(name => !names.includes(name)),
    [],
  )
})
