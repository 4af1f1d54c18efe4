import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { noon } from '#test/fixture.ts'
import { bootLicensed } from '#test/licensed.ts'
import { boot } from '#test/system.ts'

let l: Awaited<ReturnType<typeof bootLicensed>>
before(async () => {
  l = await bootLicensed()
})
after(() => l[Symbol.asyncDispose]())

describe('the states of a license over time', { concurrency: false }, () => {
  before(() => l.forget())

  const steps = [
    { after: -day, state: 'not_yet_valid', allowed: true },
    { after: 0, state: 'valid', allowed: true },
    { after: 335 * day - minute, state: 'valid', allowed: true },
    { after: 335 * day + minute, state: 'expiring', allowed: true },
    { after: 365 * day + minute, state: 'grace', allowed: true },
    { after: 395 * day - minute, state: 'grace', allowed: true },
    { after: 395 * day + minute, state: 'expired', allowed: false },
  ]
  for (const { after: offset, state, allowed } of steps)
    test(`a license is ${state} ${offset / day} days after its start`, async () => {
      l.put()
      l.p.clock.set(noon + offset)
      await l.reconcile()
      const { body } = await l.as('auditor@acme', 'GET', '/license')
      assert.equal(body.state, state)
      assert.equal(body.entitlements['storage.s3'].allowed, allowed)
      assert.equal((await l.mayBegin('acme')) === true, allowed)
      assert.deepEqual([body.until, body.graceUntil], [iso(noon + 365 * day), iso(noon + 395 * day)])
      assert.deepEqual([body.plan, body.holder, body.problem], ['enterprise', 'Acme Bank AG', null])
    })
})

describe('a license that is bound', { concurrency: false }, () => {
  before(() => l.forget())

  test('the install has a permanent id', async () => {
    await l.reconcile()
    const { installId, bound } = await l.license()
    assert.match(installId, /^ins_[0-9A-Z]{26}$/)
    assert.equal(bound, false)
    assert.equal((await l.license('auditor@acme')).installId, installId)
    await using secondNode = await boot({ database: l.p.connection, provision: null })
    const cookie = await secondNode.signIn('admin@acme.example')
    assert.equal((await secondNode.call('GET', '/api/workspace/license', { cookie })).body.installId, installId)
  })

  test('a bound license is valid if it names the install', async () => {
    const { installId } = await l.license()
    for (const aud of [installId, [installId], ['ins_another', installId]]) {
      l.put({ aud })
      await l.reconcile()
      const current = await l.license()
      assert.deepEqual([current.state, current.problem, current.bound], ['valid', null, true], JSON.stringify(aud))
      assert.equal(await l.mayBegin('acme'), true)
    }
  })

  test('a license for another install leaves the previous license in force until it ends', async () => {
    await l.forget()
    l.put({ jti: 'lic_unbound' })
    await l.reconcile()
    l.put({ jti: 'lic_bound', aud: 'ins_another', exp: 9e9 })
    await l.reconcile()
    const previous = await l.license()
    assert.deepEqual(
      [previous.state, previous.id, previous.problem, previous.bound],
      ['valid', 'lic_unbound', 'audience', false],
    )
    l.p.clock.set(noon + 396 * day)
    await l.reconcile()
    assert.deepEqual([(await l.license()).state, (await l.mayBegin('acme')) === true], ['expired', false])
  })
})

describe('the clock', { concurrency: false }, () => {
  test('setting the clock back by more than a day does not extend a license, and by less has no effect', async () => {
    await l.forget()
    l.put()
    l.p.clock.set(noon + 400 * day)
    await l.reconcile()
    l.p.clock.set(noon + 399 * day + hour)
    await l.reconcile()
    assert.deepEqual([(await l.license()).state, (await l.license()).problem], ['expired', null])
    l.p.clock.set(noon + 300 * day)
    const reports = await l.eventsOf('licenseRefreshFailed', l.reconcile)
    assert.deepEqual([(await l.license()).state, (await l.license()).problem], ['expired', 'clock'])
    assert.notEqual(await l.mayBegin('acme'), true)
    assert.deepEqual(reports, [{ organizationId: 'install', code: 'clock', state: 'expired' }])
    l.p.clock.set(noon + 401 * day)
    await l.reconcile()
    assert.deepEqual([(await l.license()).state, (await l.license()).problem], ['expired', null])
  })

  test('a clock that was wrong once does not invalidate later licenses', async () => {
    await l.forget()
    l.put()
    l.p.clock.set(noon + 4000 * day)
    await l.reconcile()
    assert.equal((await l.license()).state, 'expired')
    l.p.clock.set(noon)
    await l.reconcile()
    assert.equal((await l.license()).problem, 'clock')
    l.put({ exp: (noon + 366 * day) / 1000, jti: 'lic_2' })
    await l.reconcile()
    const current = await l.license()
    assert.deepEqual([current.state, current.problem, current.id], ['valid', null, 'lic_2'])
  })
})

describe('entitlements', { concurrency: false }, () => {
  test('an organization gets the entitlements of its slug or the general ones, and sees only its own', async () => {
    await l.forget()
    l.put({ entitlements: { '*': { 'storage.s3': false, 'not.known': true }, acme: { 'storage.s3': { limit: 2 } } } })
    await l.reconcile()
    assert.deepEqual([await l.mayBegin('acme', 1), (await l.mayBegin('globex')) === true], [true, false])
    assert.deepEqual(await l.mayBegin('acme', 2), [
      403,
      'forbidden_resource',
      'The license of this install limits storage.s3 to 2; ask the operator for a larger license.',
    ])
    const until = iso(noon + 395 * day)
    const entitlementsFor = async (account: string) => (await l.license(account)).entitlements
    assert.deepEqual(await entitlementsFor('admin@acme'), {
      'storage.s3': { allowed: true, limit: 2, source: 'lic_1', until },
    })
    assert.deepEqual(await entitlementsFor('admin@globex'), {
      'storage.s3': { allowed: false, limit: null, source: 'lic_1', until },
    })
    assert.ok(!JSON.stringify(await l.license('admin@globex')).includes('acme'))
    for (const role of ['reviewer', 'contributor'])
      assert.equal((await l.as(`${role}@acme`, 'GET', '/license')).status, 403)
  })

  test('a license grants only the capabilities that it names', async () => {
    await l.forget()
    l.put({ entitlements: { acme: { 'storage.s3': true } } })
    await l.reconcile()
    assert.deepEqual([await l.mayBegin('acme'), (await l.mayBegin('globex')) === true], [true, false])
  })

  test('an organization created after the last run also has its entitlements', async () => {
    await l.forget()
    l.put({ entitlements: { '*': { 'storage.s3': false }, acme: { 'storage.s3': true } } })
    await l.reconcile()
    await l.p.sql('delete from organization_entitlement')
    assert.deepEqual([await l.mayBegin('acme'), (await l.mayBegin('globex')) === true], [true, false])
    assert.equal((await l.license('admin@globex')).entitlements['storage.s3'].allowed, false)
  })

  test('entitlement ends with the grace period, whether or not the job has run', async () => {
    await l.forget()
    l.put()
    await l.reconcile()
    l.p.clock.set(noon + 396 * day)
    assert.deepEqual(await l.mayBegin('acme'), [
      403,
      'forbidden_resource',
      'The license of this install has ended, so nothing new can use storage.s3; ask the operator to renew it.',
    ])
  })

  test('without an entitlement, existing data can still be read', async () => {
    await l.forget()
    l.put({ entitlements: {} })
    await l.reconcile()
    for (const path of ['/claims', '/audit', '/security-events', '/jobs', '/license', '/webhooks'])
      assert.equal((await l.as('admin@acme', 'GET', path)).status, 200, path)
  })
})
