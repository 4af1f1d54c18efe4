import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { bundles, unzip, verify } from '#test/bundles.ts'
import { countRows, idOf, partsOf } from '#test/samples.ts'
import { boot, type Probata } from '#test/system.ts'
import { closeSampleOfInstall, createSampleWorkspace } from './create-sample-workspace.ts'

const reason = 'for a test of sample workspaces'
describe('the sample of an install', () => {
  let p: Probata
  let cookie: string
  let id: string
  const callAs = (method: string, path: string, body?: object) =>
    p.call(method, `/api/workspace${path}`, { cookie, ...(body && { body: { reason, ...body } }) })

  before(async () => {
    p = await boot()
    const sample = await createSampleWorkspace(partsOf(p), 'sample-data')
    id = sample.id
    const { headers } = await p.call('POST', '/api/workspace/session', {
      body: { email: sample.email, password: sample.password },
    })
    cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  })
  after(() => p[Symbol.asyncDispose]())

  test('has claims in each state, with files, a filing, an audit in a room, findings and risks', async () => {
    const claims = await callAs('GET', '/claims?limit=50')
    const statuses = claims.body.claims.map(({ status }: { status: string }) => status)
    assert.deepEqual(new Set(statuses), new Set(['accepted', 'rejected', 'submitted']))
    const { body: filings } = await callAs('GET', '/packages')
    assert.deepEqual(
      new Set(filings.submissionPackages.map(({ status }: { status: string }) => status)),
      new Set(['accepted', 'draft']),
    )
    const [assessment] = (await callAs('GET', '/assessments')).body.assessments
    assert.equal((await callAs('GET', `/assessments/${assessment.id}/room`)).status, 200)
    assert.equal((await callAs('GET', '/findings')).body.findings.length, 3)
    assert.equal((await callAs('GET', '/risks')).body.risks.length, 2)
    const [files] = await p.sql('select count(*)::int as n from attachment_link where organization_id = $1', [id])
    assert.equal(files?.n, statuses.length)
  })

  test('is marked in the session and in every response; a real workspace is not', async () => {
    const { body, headers } = await callAs('GET', '/session')
    assert.equal(body.organization.sample, true)
    assert.match(body.organization.name, /^Sample data: /)
    assert.equal(headers.get('probata-sample'), 'true')
    const real = await p.call('GET', '/api/workspace/session', { cookie: await p.signIn('admin@acme.example') })
    assert.equal(real.body.organization.sample, undefined)
    assert.equal(real.headers.get('probata-sample'), null)
  })

  test('marks tables, OSCAL and lines of security events', async () => {
    const table = await callAs('GET', '/claims?format=csv')
    assert.match(table.headers.get('content-disposition') ?? '', /filename="SAMPLE-probata-/)
    assert.match(table.text, /\r\nSample data: nothing here is real\r\n$/)
    const [framework] = (await callAs('GET', '/frameworks')).body.frameworks
    const catalog = await callAs('GET', `/frameworks/${framework.id}/oscal`)
    assert.match(catalog.headers.get('content-disposition') ?? '', /filename="SAMPLE-/)
    assert.match(catalog.text, /"name":"sample-data"/)
    await p.call('POST', '/api/workspace/people', {
      cookie,
      body: { reason, email: 'eve@sample.example', name: 'Eve', role: 'admin', password: 'a password of eve' },
    })
    p.clock.advance(minute)
    for (const format of ['jsonl', 'ocsf']) {
      const events = await callAs('GET', `/security-events/export?format=${format}`)
      assert.match(events.text, /"sample":true/, format)
      assert.equal(events.text.split('\n').length - 1, events.text.split('"sample":true').length - 1)
    }
  })

  test('marks bundles, in a signed file, on their page and in the result of the verifier', async () => {
    const bundle = bundles(p, { cookie })
    const { bytes, id: exportId } = await bundle.make({ kind: 'everything' })
    assert.match(unzip(bytes).get('bag-info.txt')?.toString() ?? '', /^Sample-Data: nothing in this bundle is real$/m)
    assert.match(unzip(bytes).get('data/index.html')?.toString() ?? '', /Sample data: nothing here is real/)
    assert.match(String((await bundle.download(exportId)).headers['content-disposition']), /filename="SAMPLE-/)
    const { exit, text } = await verify(bytes)
    assert.equal(exit, 3, text)
    assert.match(text, /SAMPLE DATA: nothing in this bundle is real/)
  })

  test('reaches no other system: webhooks, buckets, key holders and identity providers are refused', async () => {
    const webhook = { url: 'https://example.com/', events: ['*'], description: 'x' }
    const { status, body } = await callAs('POST', '/webhooks', webhook)
    assert.deepEqual([status, body.code], [403, 'workspace.sample_sends_nothing'])
    for (const [table, columns] of [
      ['webhook_endpoint', '{"status":"active","url":"https://example.com/"}'],
      ['identity_provider', '{}'],
      ['sign_on_domain', '{"domain":"example.com"}'],
      ['storage_binding', '{"kind":"s3"}'],
      ['storage_key_provider', '{"kind":"vault-transit"}'],
    ])
      await assert.rejects(
        p.sql(
          `insert into ${table} select * from jsonb_populate_record(null::${table}, $1::jsonb || jsonb_build_object('organization_id', $2::text))`,
          [columns, id],
        ),
        /a sample workspace sends nothing/,
        table,
      )
  })

  test('cannot become the operator, and its ledger is not published outside the install', async () => {
    const [row] = await p.sql('select operates_install($1) as operates', [id])
    assert.equal(row?.operates, false)
    await assert.rejects(p.sql('update organization set operator = true where id = $1', [id]), /sample_operator/)
    await p.system.runJob('seal-ledger')
    const published = await p.sql("select * from organizations_to_publish(now(), '{}') as id")
    assert.ok(published.length > 0 && published.every(row => row.id !== id))
  })

  test('cannot lose its name or its mark, and an install has only one', async () => {
    const renamed = await callAs('PATCH', '/settings', { name: 'Test Bank' })
    assert.deepEqual([renamed.status, renamed.body.code], [409, 'workspace.sample_name'])
    for (const mark of ['true', 'false'])
      await assert.rejects(
        p.sql(`update organization set sample = ${mark} where sample <> ${mark}`),
        /never becomes or stops being a sample/,
      )
    await assert.rejects(createSampleWorkspace(partsOf(p), 'another'), /exists/)
  })

  test('is deleted as a whole by the operator, and no other workspace changes', async () => {
    const acme = await idOf(p, 'acme')
    const before = await countRows(p, acme)
    assert.equal(
      (
        await p.call('POST', '/api/workspace/sample/close', {
          cookie: await p.signIn('admin@acme.example'),
          body: { reason },
        })
      ).status,
      409,
    )
    await p.system.runJob('seal-ledger')
    await closeSampleOfInstall(partsOf(p))
    const remaining = Object.entries(await countRows(p, id)).filter(([, count]) => count > 0)
    assert.deepEqual(remaining, [])
    assert.equal((await callAs('GET', '/session')).status, 401)
    assert.equal((await p.sql('select from login where address like $1', ['%@sample.example'])).length, 0)
    const now = await countRows(p, acme)
    for (const table of ['evidence_claim', 'evidence_requirement', 'person', 'ledger_tree'])
      assert.equal(now[table], before[table], table)
    await assert.rejects(closeSampleOfInstall(partsOf(p)), /There is no sample workspace/)
    await p.system.runJob('seal-ledger')
    const german = await createSampleWorkspace(partsOf(p), 'sample-data', 'de')
    const titles = await p.sql(
      `select record::json ->> 'title' as title from evidence_claim where organization_id = $1
       union all select record::json ->> 'title' from evidence_requirement where organization_id = $1`,
      [german.id],
    )
    assert.equal(titles.filter(({ title }) => /: erster Bericht$/.test(String(title))).length, 36)
    assert.deepEqual(
      titles.filter(({ title }) => /\b(?:first|the|of|and)\b/.test(String(title))),
      [],
    )
  })
})
