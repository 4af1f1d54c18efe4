import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { install } from '#db/database.ts'
import { iso } from '#lib/clock.ts'
import { claimInput } from '#test/fixture.ts'
import { startMailServer } from '#test/mail-server.ts'
import { doMixedWork } from '#test/mixed-workload.ts'
import { intentOf, textFile } from '#test/proof.ts'
import { countRows, idOf, partsOf, testSampleName, withSample } from '#test/samples.ts'
import { boot } from '#test/system.ts'
import { until } from '#test/until.ts'
import { closeSample } from './close-sample.ts'
import { closeSampleOfInstall, createSampleWorkspace } from './create-sample-workspace.ts'
import { deleteSample, sweepClosed } from './queries.ts'

const reason = 'for a test of sample workspaces'

test('an administrator closes a sample, and the trail of the real workspace names who and when', async () => {
  await using mail = await startMailServer()
  await using p = await boot({ provision: withSample, env: { SMTP_URL: mail.url } })
  const id = await idOf(p, 'test')
  const cookie = await p.signIn('admin@test.example')
  const invited = await p.call('POST', '/api/workspace/people/invitations', {
    cookie,
    body: { reason, email: 'someone@real.example', name: 'Someone', role: 'auditor' },
  })
  assert.deepEqual([invited.status, invited.body.invitation.mailed], [201, false])
  await p.call('POST', '/api/workspace/session/forgot', { body: { email: 'admin@test.example' } })
  const contributor = await p.signIn('contributor@test.example')
  const close = (session: string) =>
    p.call('POST', '/api/workspace/sample/close', { cookie: session, body: { reason } })
  assert.equal((await close(contributor)).status, 403)
  const responses = await Promise.all([close(cookie), close(cookie)])
  assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 404])
  assert.equal((await p.sql('select from organization where id = $1', [id])).length, 0)
  assert.equal((await p.call('GET', '/api/workspace/session', { cookie: contributor })).status, 401)
  const { body } = await p.call('GET', '/api/workspace/audit?action=sample.close', {
    cookie: await p.signIn('admin@real.example'),
  })
  assert.deepEqual(
    body.auditEvents.map(({ detail, reason: why }: { detail: string; reason: string }) => [detail, why]),
    [[`${testSampleName}, by admin@test.example`, reason]],
  )
  assert.deepEqual(mail.received, [])
})

test('no role and no statement can close a real workspace in the database', async () => {
  await using p = await boot({ provision: withSample })
  const [real, sample] = [await idOf(p, 'real'), await idOf(p, 'test')]
  const rejected = /is not a sample workspace|not a closed sample|is not deleted|append-only|denied/
  for (const [statement, value] of [
    ['select close_sample($1, now())', real],
    ['select sweep_closed_sample($1)', real],
    ['select sweep_closed_sample($1)', sample],
    ['select delete_rows_of_closed_sample($1)', real],
    ["insert into closed_sample values ($1, 'x', now())", real],
    ['delete from audit_event where organization_id = $1', real],
    ['delete from organization where id = $1', real],
  ] as const) {
    await assert.rejects(p.sql(statement, [value]), rejected, statement)
  }
  // With the program's role, which may call the owner's functions.
  const { db, clock } = p.system.services
  for (const bound of [real, sample, install]) {
    const close = db.transaction(bound, tx => tx.query(deleteSample, { id: real, at: iso(clock.now()) }))
    await assert.rejects(close, rejected)
    const sweep = db.transaction(bound, tx => tx.query(sweepClosed, { id: real }))
    await assert.rejects(sweep, rejected)
  }
  await db.transaction(install, tx => tx.query(deleteSample, { id: sample, at: iso(clock.now()) }))
  const sameId = "insert into organization (id, slug, name, created_at) values ($1, 'same', 'Same', now())"
  await assert.rejects(p.sql(sameId, [sample]), /was a sample workspace/)
  await assert.rejects(p.sql('update organization set id = $1 where slug = $2', [sample, 'real']), /was a sample/)
  assert.ok((await countRows(p, real)).audit_event)
})

test('closing deletes the rows of the sample from every table, and no row of another workspace', async () => {
  await using p = await boot({ env: { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  const [acme, globex] = await doMixedWork(p)
  await p.system.runJob('seal-ledger')
  await p.sql('alter table organization disable trigger sample_mark_stays')
  await p.sql("update organization set sample = true, operator = false, name = 'Sample data: x' where id = $1", [
    globex,
  ])
  const before = await countRows(p, acme)
  assert.ok(Object.values(await countRows(p, globex)).every(count => count > 0))
  const [row] = await p.system.services.db.transaction(install, tx =>
    tx.query(deleteSample, { id: globex, at: iso(p.clock.now()) }),
  )
  assert.equal(row?.closed, true)
  assert.deepEqual(
    Object.entries(await countRows(p, globex)).filter(([, count]) => count > 0),
    [],
  )
  assert.deepEqual(await countRows(p, acme), before)
})

test('every append-only table checks which rows closing deletes', async () => {
  await using p = await boot({ provision: withSample })
  const rows =
    await p.sql(`select t.tgrelid::regclass::text as name from pg_trigger t join pg_proc f on f.oid = t.tgfoid
    where f.proname in ('refuse_change', 'refuse_change_but_erasure') and t.tgtype & 8 <> 0 and not exists (
      select from pg_trigger k where k.tgrelid = t.tgrelid and k.tgname = 'only_closed_samples_go')`)
  assert.deepEqual(rows, [])
})

test('closing deletes the files, and the job deletes the leftovers of an upload', async () => {
  await using p = await boot()
  const { id } = await createSampleWorkspace(partsOf(p), 'sample-data')
  const folder = join(p.system.services.settings.scratchFolder, '..', '..', 'blobs', id)
  assert.ok(existsSync(folder))
  await closeSampleOfInstall(partsOf(p))
  assert.ok(!existsSync(folder))
  await p.sql(
    `insert into audit_event (organization_id, id, action, actor_id, resource_id, record)
     values ($1, 'aud_01K0000000000000000000000A', 'x.y', 'a', 'b', '{}')`,
    [id],
  )
  await p.system.runJob('sweep-closed-samples')
  assert.equal((await p.sql('select from audit_event where organization_id = $1', [id])).length, 0)
})

test('an upload in progress when its workspace is closed is refused and leaves nothing behind', async () => {
  await using p = await boot({ provision: withSample })
  const id = await idOf(p, 'test')
  const cookie = await p.signIn('admin@test.example')
  const post = async (path: string, body: object) =>
    (await p.call('POST', `/api/workspace${path}`, { cookie, body: { reason, ...body } })).body
  const claim = await post('/claims', claimInput('upload'))
  const file = textFile('a report that arrives slowly')
  const { upload } = await post('/attachments/upload-intents', intentOf(claim.id, file))
  const sending = request(p.url + upload.path, {
    method: 'POST',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=b' },
  })
  const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`
  sending.write(part)
  sending.write(file.bytes.subarray(0, 5))
  await until(
    'the upload is staged',
    async () => (await p.sql('select from staged_blob where organization_id = $1', [id])).length > 0,
  )
  assert.ok(await closeSample(p.system.services, { id, name: testSampleName }, { name: 'a test', reason }))
  sending.end(`${file.bytes.subarray(5)}\r\n--b--\r\n`)
  const [{ statusCode }] = await once(sending, 'response')
  assert.ok([401, 404, 503].includes(statusCode), String(statusCode))
  await p.system.runJob('sweep-closed-samples')
  assert.deepEqual(
    Object.entries(await countRows(p, id)).filter(([, count]) => count > 0),
    [],
  )
  const files = await readdir(join(p.system.services.settings.scratchFolder, '..', '..', 'blobs'), { recursive: true })
  assert.deepEqual(
    files.filter(name => name.includes(id)),
    [],
  )
})

test('closing waits for a change in progress, and jobs that run meanwhile succeed', async () => {
  await using p = await boot({ provision: withSample })
  const id = await idOf(p, 'test')
  const writer = new pg.Client(p.connection)
  await writer.connect()
  await writer.query('begin')
  await writer.query(
    "insert into unit (organization_id, id, unit_key, status, record) values ($1, 'unt_01K0000000000000000000000A', 'U', 'active', '{}')",
    [id],
  )
  const closing = closeSample(p.system.services, { id, name: testSampleName }, { name: 'a test', reason })
  await until(
    'the closing waits',
    async () => (await p.sql("select from pg_stat_activity where wait_event_type = 'Lock'")).length > 0,
  )
  const jobs = ['expire-claims', 'seal-ledger', 'record-coverage', 'sweep-staged-blobs'].map(job =>
    p.system.runJob(job),
  )
  await writer.query('commit')
  await writer.end()
  assert.equal(await closing, true)
  await Promise.all(jobs)
  await p.system.runJob('seal-ledger')
  assert.deepEqual(
    Object.entries(await countRows(p, id)).filter(([, count]) => count > 0),
    [],
  )
})
