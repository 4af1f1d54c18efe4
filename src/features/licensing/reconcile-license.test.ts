import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day } from '#lib/clock.ts'
import { ungoverned } from '#lib/governor.ts'
import { noon } from '#test/fixture.ts'
import { bootLicensed } from '#test/licensed.ts'
import { boot } from '#test/system.ts'
import { reconcileLicense } from './reconcile-license.ts'

let l: Awaited<ReturnType<typeof bootLicensed>>
before(async () => {
  l = await bootLicensed()
})
after(() => l[Symbol.asyncDispose]())

describe('the rows that the job writes', { concurrency: false }, () => {
  const rowsOf = (table: string) => l.p.sql(`select xmin::text, ctid::text from ${table} order by 2`)
  const readAllRows = async () => [
    await rowsOf('license_state'),
    await rowsOf('organization_entitlement'),
    await rowsOf('audit_event'),
    await rowsOf('security_event'),
  ]

  test('a change of state writes an event and an audit row for every organization, in one transaction', async () => {
    await l.forget()
    l.put()
    const reports = await l.eventsOf('licenseStateChanged', async () => {
      await l.reconcile()
      l.p.clock.set(noon + 396 * day)
      await l.reconcile()
    })
    assert.deepEqual(
      reports.map(({ state }) => state),
      ['valid', 'valid', 'expired', 'expired'],
    )
    assert.equal(new Set(reports.map(({ organizationId }) => organizationId)).size, 2)
    const { body } = await l.as('admin@acme', 'GET', '/audit?action=license.state&limit=2')
    assert.deepEqual(
      body.auditEvents.map((row: Record<string, unknown>) => [row.actorId, row.resourceId, row.detail]),
      [
        ['reconcile-license-state', 'lic_1', 'valid → expired; storage.s3 allowed → not allowed'],
        ['reconcile-license-state', 'lic_1', 'community → valid'],
      ],
    )
    const events = await l.as('admin@acme', 'GET', '/security-events?type=licenseStateChanged&limit=1')
    assert.deepEqual(events.body.securityEvents[0].context.state, 'expired')
    const writers = await l.p.sql(`select distinct xmin::text from organization_entitlement
      union select xmin::text from license_state`)
    assert.equal(writers.length, 1)
  })

  test('no row is written if nothing has changed', async () => {
    await l.forget()
    l.put()
    await l.reconcile()
    const before = await readAllRows()
    assert.equal(await l.reconcile(), 0)
    assert.deepEqual(await readAllRows(), before)
  })

  test('rows are written only once if several nodes run the job at the same time', async () => {
    await l.forget()
    l.put()
    const reports = await l.eventsOf('licenseStateChanged', () => {
      const run = (id: string) =>
        reconcileLicense.run(l.p.system.services, { id, signal: new AbortController().signal, slice: ungoverned })
      return Promise.all(['jrn_1', 'jrn_2', 'jrn_3'].map(run))
    })
    assert.equal(reports.length, 2)
  })

  test('the community license writes no further rows, and its first run reports nothing', async () => {
    await using communityInstall = await boot()
    assert.equal(await communityInstall.system.runJob('reconcile-license-state'), 2)
    const rows = async () =>
      communityInstall.sql(
        'select xmin::text from organization_entitlement union all select xmin::text from license_state',
      )
    const before = await rows()
    communityInstall.clock.advance(30 * day)
    assert.equal(await communityInstall.system.runJob('reconcile-license-state'), 0)
    assert.deepEqual(await rows(), before)
    assert.deepEqual(await communityInstall.sql(`select from security_event where type like 'license%'`), [])
    const { body } = await communityInstall.call('GET', '/api/workspace/license', {
      cookie: await communityInstall.signIn('admin@acme.example'),
    })
    const { installId, ...license } = body
    assert.match(installId, /^ins_\w{26}$/)
    assert.deepEqual(license, {
      state: 'community',
      entitlements: { 'storage.s3': { allowed: true, limit: null, source: 'community', until: null } },
      until: null,
      graceUntil: null,
      from: null,
      since: null,
      id: null,
      plan: null,
      holder: null,
      bound: false,
      problem: null,
    })
  })

  test('1,000 organizations take at most 2 s, and no row is written if nothing has changed', async t => {
    await l.forget()
    await l.p.sql(`insert into organization (id, slug, name, webhook_form, created_at)
      select 'org_' || lpad(i::text, 26, '0'), 'many-' || i, 'Many', 'unversioned', now() from generate_series(1, 998) i`)
    l.put({ entitlements: { '*': { 'storage.s3': true }, 'many-7': { 'storage.s3': { limit: 7 } } } })
    const timeRun = async () => {
      const startedAt = performance.now()
      const processed = await l.reconcile()
      return [processed, performance.now() - startedAt] as const
    }
    const [first, firstMs] = await timeRun()
    const before = await readAllRows()
    const [second, secondMs] = await timeRun()
    assert.deepEqual(await readAllRows(), before)
    l.p.clock.set(noon + 396 * day)
    const [third, thirdMs] = await timeRun()
    t.diagnostic(`1,000 organizations: ${[firstMs, secondMs, thirdMs].map(Math.round).join(', ')} ms`)
    assert.deepEqual([first, second, third], [1000, 0, 1000])
    const limits = await l.p.sql('select count(*)::int as n from organization_entitlement where not allowed')
    assert.equal(limits[0]?.n, 1000)
    for (const ms of [firstMs, secondMs, thirdMs]) assert.ok(ms <= 2000, `${ms} ms`)
  })
})
