import assert from 'node:assert/strict'
import { mkdirSync, rmSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { day, hour, minute } from '#lib/clock.ts'
import { noon } from '#test/fixture.ts'
import { claimsFrom, issuerKeys, signed } from '#test/license.ts'
import { bootLicensed } from '#test/licensed.ts'

let l: Awaited<ReturnType<typeof bootLicensed>>
before(async () => {
  l = await bootLicensed()
})
after(() => l[Symbol.asyncDispose]())

const other = issuerKeys()

/** Defects of the license file, and the problem reported for each. */
const defects: readonly { name: string; problem: string; apply: () => void }[] = [
  { name: 'no file', problem: 'missing', apply: () => rmSync(l.issuer.file) },
  {
    name: 'a folder',
    problem: 'unreadable',
    apply: () => {
      rmSync(l.issuer.file)
      mkdirSync(l.issuer.file)
    },
  },
  { name: 'a file that is too large', problem: 'unreadable', apply: () => l.issuer.put('x'.repeat(64 * 1024)) },
  { name: 'an empty file', problem: 'format', apply: () => l.issuer.put('') },
  { name: 'a file with other text', problem: 'format', apply: () => l.issuer.put('a license') },
  { name: 'two licenses', problem: 'format', apply: () => l.issuer.put(`${l.token()}\n${l.token()}`) },
  {
    name: 'a license of another key',
    problem: 'signature',
    apply: () => l.issuer.put(signed(claimsFrom(noon), other.privateKey)),
  },
  {
    name: 'altered claims under a valid signature',
    problem: 'signature',
    apply: () => {
      const [header, , signature] = l.token().split('.')
      const claims = Buffer.from(JSON.stringify(claimsFrom(noon, { exp: 9e9 }))).toString('base64url')
      l.issuer.put(`${header}.${claims}.${signature}`)
    },
  },
  { name: 'alg none', problem: 'algorithm', apply: () => l.issuer.put(unsigned({ alg: 'none' })) },
  { name: 'alg HS256', problem: 'algorithm', apply: () => l.issuer.put(l.token({}, { alg: 'HS256' })) },
  { name: 'alg Ed448', problem: 'algorithm', apply: () => l.issuer.put(l.token({}, { alg: 'Ed448' })) },
  { name: 'another type', problem: 'type', apply: () => l.issuer.put(l.token({}, { typ: 'JWT' })) },
  {
    name: 'an unknown critical header',
    problem: 'signature',
    apply: () => l.issuer.put(l.token({}, { crit: ['x'], x: 1 })),
  },
  { name: 'a license of another issuer', problem: 'issuer', apply: () => l.put({ iss: 'another' }) },
  { name: 'a license bound to another install', problem: 'audience', apply: () => l.put({ aud: 'ins_another' }) },
  { name: 'a license bound to other installs', problem: 'audience', apply: () => l.put({ aud: ['ins_1', 'ins_2'] }) },
  { name: 'a license bound to no install', problem: 'claims', apply: () => l.put({ aud: [] }) },
  {
    name: 'a license bound to a value that is not an id',
    problem: 'claims',
    apply: () => l.put({ aud: { id: 'ins_1' } }),
  },
  { name: 'no plan', problem: 'claims', apply: () => l.put({ plan: undefined }) },
  { name: 'an end before the start', problem: 'claims', apply: () => l.put({ exp: 1 }) },
  { name: 'an end that is not a number', problem: 'claims', apply: () => l.put({ exp: '9e9' }) },
  { name: 'entitlements that are not an object', problem: 'claims', apply: () => l.put({ entitlements: [true] }) },
  { name: 'unlimited grace', problem: 'claims', apply: () => l.put({ graceDays: 1e6 }) },
  { name: 'a list', problem: 'claims', apply: () => l.issuer.put(signed('[]', l.issuer.privateKey)) },
]

const unsigned = (header: Readonly<Record<string, unknown>>) =>
  `${l.token({}, header).split('.').slice(0, 2).join('.')}.`

describe('an invalid license', { concurrency: false }, () => {
  for (const { name, problem, apply } of defects)
    test(`the last valid license stays in force, with one report: ${name}`, async () => {
      await l.forget()
      l.put()
      await l.reconcile()
      apply()
      const reports = await l.eventsOf('licenseRefreshFailed', async () => {
        assert.equal(await l.reconcile(), 0)
        l.p.clock.advance(hour)
        assert.equal(await l.reconcile(), 0)
      })
      const current = await l.license()
      assert.deepEqual([current.state, current.problem, current.plan], ['valid', problem, 'enterprise'])
      assert.deepEqual(reports, [{ organizationId: 'install', code: problem, state: 'valid' }])
      assert.equal(await l.mayBegin('acme'), true)
      l.p.clock.set(noon + 396 * day)
      await l.reconcile()
      assert.deepEqual([(await l.license()).state, (await l.mayBegin('acme')) === true], ['expired', false])
    })

  test('a problem is reported, and again when it becomes a different problem', async () => {
    await l.forget()
    l.put()
    await l.reconcile()
    const removeFile = () => rmSync(l.issuer.file)
    const reports = await l.eventsOf('licenseRefreshFailed', async () => {
      for (const change of [() => l.issuer.put('a license'), removeFile, () => l.put(), removeFile]) {
        change()
        l.p.clock.advance(hour)
        await l.reconcile()
      }
    })
    assert.deepEqual(
      reports.map(({ code }) => code),
      ['format', 'missing', 'missing'],
    )
    l.put()
    await l.reconcile()
    assert.equal((await l.license()).problem, null)
  })

  test('a license that was never valid changes nothing for 30 days', async () => {
    await l.forget()
    l.issuer.put('a license')
    await l.reconcile()
    const current = await l.license()
    assert.deepEqual([current.state, current.problem, current.until], ['invalid', 'format', null])
    l.p.clock.set(noon + 30 * day - minute)
    await l.reconcile()
    assert.equal(await l.mayBegin('acme'), true)
    l.p.clock.set(noon + 30 * day + minute)
    await l.reconcile()
    assert.deepEqual(await l.mayBegin('acme'), [
      403,
      'forbidden_resource',
      'The license of this install does not cover storage.s3; ask the operator for a license that does.',
    ])
    l.put()
    await l.reconcile()
    assert.deepEqual([(await l.license()).state, await l.mayBegin('acme')], ['valid', true])
  })
})
