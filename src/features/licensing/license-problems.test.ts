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
const spoilt: readonly { what: string; problem: string; spoil: () => void }[] = [
  { what: 'no file', problem: 'missing', spoil: () => rmSync(l.issuer.file) },
  {
    what: 'a folder',
    problem: 'unreadable',
    spoil: () => {
      rmSync(l.issuer.file)
      mkdirSync(l.issuer.file)
    },
  },
  { what: 'a file that is too large', problem: 'unreadable', spoil: () => l.issuer.put('x'.repeat(64 * 1024)) },
  { what: 'an empty file', problem: 'format', spoil: () => l.issuer.put('') },
  { what: 'a file with other text', problem: 'format', spoil: () => l.issuer.put('a license') },
  { what: 'two licenses', problem: 'format', spoil: () => l.issuer.put(`${l.token()}\n${l.token()}`) },
  {
    what: "a license of another key",
    problem: 'signature',
    spoil: () => l.issuer.put(signed(claimsFrom(noon), other.privateKey)),
  },
  {
    what: 'altered claims under a valid signature',
    problem: 'signature',
    spoil: () => {
      const [header, , signature] = l.token().split('.')
      const claims = Buffer.from(JSON.stringify(claimsFrom(noon, { exp: 9e9 }))).toString('base64url')
      l.issuer.put(`${header}.${claims}.${signature}`)
    },
  },
  { what: 'alg none', problem: 'algorithm', spoil: () => l.issuer.put(unsigned({ alg: 'none' })) },
  { what: 'alg HS256', problem: 'algorithm', spoil: () => l.issuer.put(l.token({}, { alg: 'HS256' })) },
  { what: 'alg Ed448', problem: 'algorithm', spoil: () => l.issuer.put(l.token({}, { alg: 'Ed448' })) },
  { what: 'another type', problem: 'type', spoil: () => l.issuer.put(l.token({}, { typ: 'JWT' })) },
  {
    what: 'an unknown critical header',
    problem: 'signature',
    spoil: () => l.issuer.put(l.token({}, { crit: ['x'], x: 1 })),
  },
  { what: 'a license of another issuer', problem: 'issuer', spoil: () => l.put({ iss: 'another' }) },
  { what: 'a license bound to another install', problem: 'audience', spoil: () => l.put({ aud: 'ins_another' }) },
  { what: 'a license bound to other installs', problem: 'audience', spoil: () => l.put({ aud: ['ins_1', 'ins_2'] }) },
  { what: 'a license bound to no install', problem: 'claims', spoil: () => l.put({ aud: [] }) },
  { what: 'a license bound to a value that is not an id', problem: 'claims', spoil: () => l.put({ aud: { id: 'ins_1' } }) },
  { what: 'no plan', problem: 'claims', spoil: () => l.put({ plan: undefined }) },
  { what: 'an end before the start', problem: 'claims', spoil: () => l.put({ exp: 1 }) },
  { what: 'an end that is not a number', problem: 'claims', spoil: () => l.put({ exp: '9e9' }) },
  { what: 'entitlements that are not an object', problem: 'claims', spoil: () => l.put({ entitlements: [true] }) },
  { what: 'unlimited grace', problem: 'claims', spoil: () => l.put({ graceDays: 1e6 }) },
  { what: 'a list', problem: 'claims', spoil: () => l.issuer.put(signed('[]', l.issuer.privateKey)) },
]

const unsigned = (header: Readonly<Record<string, unknown>>) =>
  `${l.token({}, header).split('.').slice(0, 2).join('.')}.`

describe('an invalid license', { concurrency: false }, () => {
  for (const { what, problem, spoil } of spoilt)
    test(`the last valid license stays in force, with one report: ${what}`, async () => {
      await l.forget()
      l.put()
      await l.reconcile()
      spoil()
      const said = await l.eventsOf('licenseRefreshFailed', async () => {
        assert.equal(await l.reconcile(), 0)
        l.p.clock.advance(hour)
        assert.equal(await l.reconcile(), 0)
      })
      const now = await l.license()
      assert.deepEqual([now.state, now.problem, now.plan], ['valid', problem, 'enterprise'])
      assert.deepEqual(said, [{ organizationId: 'install', code: problem, state: 'valid' }])
      assert.equal(await l.mayBegin('acme'), true)
      l.p.clock.set(noon + 396 * day)
      await l.reconcile()
      assert.deepEqual([(await l.license()).state, (await l.mayBegin('acme')) === true], ['expired', false])
    })

  test('a problem is reported, and again when it becomes a different problem', async () => {
    await l.forget()
    l.put()
    await l.reconcile()
    const gone = () => rmSync(l.issuer.file)
    const said = await l.eventsOf('licenseRefreshFailed', async () => {
      for (const change of [() => l.issuer.put('a license'), gone, () => l.put(), gone]) {
        change()
        l.p.clock.advance(hour)
        await l.reconcile()
      }
    })
    assert.deepEqual(
      said.map(({ code }) => code),
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
    const now = await l.license()
    assert.deepEqual([now.state, now.problem, now.until], ['invalid', 'format', null])
    l.p.clock.set(noon + 30 * day - minute)
    await l.reconcile()
    assert.equal(await l.mayBegin('acme'), true)
    l.p.clock.set(noon + 30 * day + minute)
    await l.reconcile()
    assert.deepEqual(await l.mayBegin('acme'), [
      403,
      'forbidden_resource',
      'storage.s3: the license of this install does not allow it.',
    ])
    l.put()
    await l.reconcile()
    assert.deepEqual([(await l.license()).state, await l.mayBegin('acme')], ['valid', true])
  })
})
