import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { rows, statement } from '#db/statement.ts'
import { signalPostgres } from '#test/faults/postgres-processes.ts'
import { claimInput } from '#test/fixture.ts'
import { keepLog } from '#test/keep-log.ts'
import { boot } from '#test/system.ts'
import { until } from '#test/until.ts'

const claims = '/api/v1/governance/evidence/claims'

// A call that waited for the database would return only after the database resumes, and therefore after the responses
// that the test expects.
test('while the database hangs, calls get 503, and a change in progress is made once', async t => {
  const dataDir = await mkdtemp(join(tmpdir(), 'probata-silent-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o755)
  await using postgres = await startEmbeddedPostgres({ dataDir, log() {} })
  const { log, lines } = keepLog()
  await using p = await boot({ database: postgres.connection, env: { PROBATA_ROLES: 'api,worker' }, log })
  const countsOf = (event: string) => lines.filter(line => line.event === event).map(({ count }) => Number(count))
  const token = await p.token('acme-scanner')
  const unknownToken = `${token.slice(0, -3)}xxx`
  const largeClaim = { ...claimInput('silent-2'), sourceSnapshot: { padding: 'x'.repeat(60_000) } }
  const create = (key: string, body: object) => p.call('POST', claims, { token, key, body })
  assert.equal((await p.call('GET', claims, { token })).status, 200)

  signalPostgres(dataDir, 'SIGSTOP')
  try {
    const requests = [
      create('silent-key-1', claimInput('silent-1')),
      ...Array.from({ length: 20 }, () => p.call('GET', claims, { token })),
      create('silent-key-2', largeClaim),
      p.call('GET', claims, { token: unknownToken }),
      p.call('POST', claims, { token: unknownToken, body: largeClaim }),
      p.call('POST', '/api/v1/auth/token', {
        body: { grant_type: 'client_credentials', client_id: 'acme-scanner', client_secret: 'x'.repeat(40) },
      }),
      p.call('POST', '/api/workspace/session', { body: { email: 'admin@acme.example', password: 'some password' } }),
    ]
    const responses = await Promise.all(requests)
    // Once the server has detected the hang, calls fail without waiting.
    for (const path of [claims, `${claims}/gec_x`]) responses.push(await p.call('GET', path, { token }))
    for (const { status, body, headers } of responses) {
      assert.deepEqual([status, body.error], [503, 'internal_error'], JSON.stringify(body))
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    }
    // The part of the change that reached the database did not include the commit.
    assert.equal(responses[0]?.body.message, 'The database cannot be reached now; try again in a few seconds.')
    assert.equal((await p.call('GET', '/api/health/ready')).status, 503)
    assert.equal((await p.call('GET', '/api/health/live')).status, 200)
  } finally {
    signalPostgres(dataDir, 'SIGCONT')
  }

  // Work that is retried several times a second is logged only when it starts to fail and when it succeeds again.
  await until('lanes are read again', () => countsOf('webhook_lanes_seen').length > 0)
  assert.deepEqual(countsOf('webhook_lanes_not_seen'), [1])
  const [count = 0, ...otherCounts] = countsOf('webhook_lanes_seen')
  assert.ok(count > 1, `${count}`)
  assert.deepEqual(otherCounts, [])

  const untilBack = async (): Promise<void> => {
    if ((await p.call('GET', claims, { token })).status !== 200) await untilBack()
  }
  await untilBack()
  for (const [key, body] of [
    ['silent-key-1', claimInput('silent-1')],
    ['silent-key-2', largeClaim],
  ] as const)
    assert.equal((await create(key, body)).status, 201)
  const rows = await p.sql(`select claim_key from evidence_claim where claim_key like 'silent-%' order by 1`)
  assert.deepEqual(rows, [{ claim_key: 'silent-1' }, { claim_key: 'silent-2' }])
})

test('a long-running statement does not count as a silent database', async () => {
  await using p = await boot()
  const token = await p.token('acme-scanner')
  const [organization] = await p.sql(`select id from organization where slug = 'acme'`)
  const { db } = p.system.services
  const slow = db.read(
    String(organization?.id),
    statement('test_slow', {}, 'select 1 as one from pg_sleep(2)', rows<{ one: number }>),
    {},
  )
  assert.equal((await p.call('GET', claims, { token })).status, 200)
  assert.deepEqual(await slow, [{ one: 1 }])
})
