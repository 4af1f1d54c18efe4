import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testMasterKey } from './environment.ts'
import { commandsWith } from './run-command.ts'
import { boot } from './system.ts'

const folder = mkdtempDisposableSync(join(tmpdir(), 'probata-sample-command-'))
after(() => folder.remove())

test('probata sample creates a workspace while a server runs, prints how to sign in, and deletes the workspace', async () => {
  await using p = await boot()
  const { host, port, user, password, database } = p.connection
  const url = `postgres://${user}:${encodeURIComponent(String(password ?? ''))}@localhost:${port}/${database}?host=${host}`
  const { run } = commandsWith(join(folder.path, 'external'))
  const env = { DATABASE_URL: url, PROBATA_MASTER_KEY: testMasterKey }
  const sample = (...args: string[]) => run(['sample', ...args], env)

  const conflict = await sample('create', '--slug', 'acme')
  assert.equal(conflict.status, 1)
  assert.match(conflict.err, /acme exists: a workspace never becomes or stops being a sample/)

  const attempts = await Promise.all([sample('create', '--json'), sample('create', '--json')])
  const [succeeded, failed] = attempts.toSorted((a, b) => (a.status ?? 1) - (b.status ?? 1))
  assert.deepEqual([succeeded?.status, failed?.status], [0, 1], JSON.stringify(attempts))
  assert.match(failed?.err ?? '', /The (?:sample )?workspace sample-data (?:exists|was created meanwhile)/)
  assert.doesNotMatch(failed?.err ?? '', /duplicate|constraint/)
  const winner = JSON.parse(succeeded?.out.trim().split('\n').at(-1) ?? '')
  const { status: winnerStatus } = await p.call('POST', '/api/workspace/session', {
    body: { email: winner.email, password: winner.password },
  })
  assert.ok(winnerStatus < 300, 'the refused command changed nothing')
  assert.equal((await sample('close')).status, 0)

  const unknown = await sample('create', '--language', 'fr')
  assert.match(unknown.err, /argument 'fr' is invalid\. Allowed choices are en, de/)
  const created = await sample('create', '--language', 'de', '--json')
  assert.equal(created.status, 0, created.err)
  const line = JSON.parse(created.out.trim().split('\n').at(-1) ?? '')
  assert.deepEqual([line.event, line.slug], ['sampleCreated', 'sample-data'])
  const { status, body, headers } = await p.call('POST', '/api/workspace/session', {
    body: { email: line.email, password: line.password },
  })
  assert.ok(status < 300)
  assert.equal(body.organization.sample, true)
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const sessions = await p.sql('select count(*)::int as n from session where organization_id = $1', [line.id])
  assert.equal(sessions[0]?.n, 1)

  const repeat = await sample('create')
  assert.equal(repeat.status, 1)
  assert.match(repeat.err, /The sample workspace sample-data exists/)

  const closed = await sample('close')
  assert.equal(closed.status, 0, closed.err)
  assert.match(closed.out, /"Sample data: Nordwind Bank" and all its data are deleted/)
  assert.match((await sample('close')).err, /There is no sample workspace/)
  await p.system.services.identities.forget()
  assert.equal((await p.call('GET', '/api/workspace/session', { cookie })).status, 401)
  const rows = await p.sql('select 1 from person where organization_id = $1', [line.id])
  assert.deepEqual(rows, [])
})
