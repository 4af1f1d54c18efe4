import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'

let probata: Probata

before(async () => {
  probata = await boot()
})
after(() => probata[Symbol.asyncDispose]())

const path = '/api/workspace/jobs/expire-upload-intents/runs'

const get = async (address: string, role = 'auditor') =>
  probata.call('GET', address, { cookie: await probata.signIn(`${role}@acme.example`) })

interface Run {
  readonly id: string
  readonly nodeId: string | null
}

describe('the runs of a job', { concurrency: false }, () => {
  test('the last 100 runs are listed page by page, newest first', async () => {
    assert.deepEqual((await get(path)).body, { runs: [], pagination: {} })
    for (let run = 0; run < 103; run++) await probata.system.runJob('expire-upload-intents')
    await probata.system.runJob('sweep-staged-blobs')
    const listedRuns: Run[] = []
    const sizes: number[] = []
    for (let address = `${path}?limit=40`; address; ) {
      const { body } = await get(address)
      listedRuns.push(...body.runs)
      sizes.push(body.runs.length)
      const { nextCursor } = body.pagination
      address = nextCursor ? `${path}?limit=40&cursor=${nextCursor}` : ''
    }
    assert.deepEqual(sizes, [40, 40, 20])
    const ids = listedRuns.map(({ id }) => id)
    assert.deepEqual(ids, [...new Set(ids)].sort().reverse())
    assert.deepEqual(new Set(listedRuns.map(({ nodeId }) => nodeId)), new Set([probata.system.services.nodeId]))
    const listed = (await get('/api/workspace/jobs')).body.jobs
    const { lastRun } = listed.find(({ name }: { name: string }) => name === 'expire-upload-intents')
    const { id: _, job: __, ...newest } = listedRuns[0] as unknown as Record<string, unknown>
    assert.deepEqual(lastRun, newest)
  })

  test('runs of earlier versions have no node', async () => {
    await probata.sql(`insert into job_run (id, job, started_at, finished_at, outcome, processed)
      values ('jrn_01KAJ00000000000000000000A', 'expire-claims', now(), now(), 'failed', 0)`)
    const [run] = (await get('/api/workspace/jobs/expire-claims/runs')).body.runs
    assert.deepEqual([run.nodeId, run.missed, run.errorCode], [null, 0, null])
  })

  test('administrators and auditors can list the runs of a known job, with a cursor of the same list', async () => {
    assert.equal((await get(path, 'admin')).status, 200)
    for (const role of ['reviewer', 'contributor']) assert.equal((await get(path, role)).status, 403)
    assert.equal((await get('/api/workspace/jobs/unknown/runs')).status, 404)
    assert.equal((await get(`/api/workspace/jobs/${'x'.repeat(101)}/runs`)).status, 400)
    const { nextCursor } = (await get(`${path}?limit=1`)).body.pagination
    const other = await get(`/api/workspace/jobs/expire-claims/runs?limit=1&cursor=${nextCursor}`)
    assert.deepEqual([other.status, other.body.error], [400, 'invalid_cursor'])
  })
})

test('the list has the next five times, with the shift of this install', async () => {
  const { jobs } = (await get('/api/workspace/jobs')).body
  for (const job of jobs) {
    assert.equal(job.nextRunsAt.length, 5)
    assert.deepEqual(job.nextRunsAt, job.nextRunsAt.toSorted())
    assert.ok(job.expectedSeconds > 0 && job.movedBySeconds >= 0)
  }
  const shiftedJob = jobs.find(({ name }: { name: string }) => name === 'recheck-sign-on-domains')
  const hourAndMinute = 4 * 3600 + 23 * 60
  for (const time of shiftedJob.nextRunsAt)
    assert.equal((Date.parse(time) / 1000) % 86_400, hourAndMinute + shiftedJob.movedBySeconds)
  assert.ok(shiftedJob.movedBySeconds < 3600)
})
