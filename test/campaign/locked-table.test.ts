import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { claimInput } from '#test/fixture.ts'
import { boot, untilBlocked } from '#test/system.ts'

const evidence = '/api/v1/governance/evidence'
const busyMessage = /to the same data is still running|busy with other calls/
const repeat = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))

test('a table locked by another session delays only the calls that need it', async () => {
  await using p = await boot()
  const token = await p.token('acme-scanner')
  const get = (path: string) => p.call('GET', path, { token })
  const holder = new pg.Client(p.connection)
  await holder.connect()
  await holder.query('begin; lock table evidence_claim in access exclusive mode')
  try {
    const creations = repeat(20, i => p.call('POST', `${evidence}/claims`, { token, body: claimInput(`locked-${i}`) }))
    const reads = repeat(40, () => [get(`${evidence}/claims`), get(`${evidence}/claims/gec_unknown`)]).flat()
    await untilBlocked(p, 4)

    const otherReads = repeat(20, () => [get(`${evidence}/requirements`), get('/api/v1/webhooks')]).flat()
    for (const { status, text } of await Promise.all(otherReads)) assert.equal(status, 200, text)
    assert.equal((await get('/api/health/ready')).status, 200)

    for (const { status, body, headers } of await Promise.all(reads)) {
      assert.deepEqual([status, body.error], [503, 'internal_error'])
      assert.match(body.message, busyMessage)
      assert.equal(headers.get('retry-after'), '1')
    }
    for (const { status, text } of await Promise.all(otherReads.map(() => get(`${evidence}/requirements`))))
      assert.equal(status, 200, text)
    await holder.query('rollback')
    for (const { status, body } of await Promise.all(creations))
      assert.ok(status === 201 || (status === 503 && busyMessage.test(body.message)), JSON.stringify(body))
  } finally {
    await holder.end()
  }
  for (const { status } of await Promise.all(repeat(20, () => get(`${evidence}/claims`)))) assert.equal(status, 200)
})
