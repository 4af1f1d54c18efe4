import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { second } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata, untilBlocked } from '#test/system.ts'
import { claims, countOf, createClaim } from './keyed-claims.ts'

let p: Probata

before(async () => {
  p = await boot()
})
after(() => p[Symbol.asyncDispose]())

describe('a duplicate that arrives while the first request runs', { concurrency: true }, () => {
  const openBlocker = async (): Promise<pg.Client> => {
    const client = new pg.Client(p.connection)
    await client.connect()
    await client.query('begin')
    return client
  }

  const credentialOf = async (token: string): Promise<{ id: string; organizationId: string }> => {
    const [row] = await p.sql('select id, organization_id from access_token where token_sha256 = $1', [
      sha256Hex(token),
    ])
    return { id: String(row?.id), organizationId: String(row?.organization_id) }
  }

  const insertKey = `insert into idempotency_key values ($1, $2, $3, $4, 201, '{"x-request-id":"req_01M7YT9AK54E9E8K1JCBC25591"}', $5, $6)`

  test('waits for the first request and gets its response, without a second effect', async () => {
    const token = await p.token('acme-scanner')
    const { organizationId } = await credentialOf(token)
    const client = await openBlocker()
    await client.query(
      `insert into evidence_claim values ($1, 'gec_held', null, 'idem-10', 'submitted', now(), 'x', null, '{}', '{}', '{}')`,
      [organizationId],
    )
    const calls = Array.from({ length: 5 }, () => createClaim(p, token, 'delivery-10', claimInput('idem-10')))
    let completed = 0
    for (const call of calls) call.then(() => completed++)
    // Two duplicates wait in the database. The other duplicates may wait behind them in this process (decision 020).
    await untilBlocked(p, 2)
    assert.equal(completed, 0)
    await client.query('rollback')
    await client.end()
    const responses = await Promise.all(calls)
    assert.deepEqual(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(responses[0]?.status, 201)
    assert.equal(responses.filter(({ headers }) => headers.get('idempotency-replayed') === 'true').length, 4)
    assert.equal(await countOf(p, 'evidence_claim', 'claim_key', 'idem-10'), 1)
    const [auditCount] = await p.sql(`select count(*)::int as found from audit_event where resource_id = $1`, [
      responses[0]?.body.id,
    ])
    assert.equal(auditCount?.found, 1)
  })

  test('gets the response that another node has just stored', async () => {
    const token = await p.token('acme-scanner')
    const { id, organizationId } = await credentialOf(token)
    const original = await createClaim(p, token, 'delivery-11', claimInput('idem-11'))
    const [row] = await p.sql('select fingerprint from idempotency_key where key = $1', ['delivery-11'])
    await p.sql('delete from idempotency_key where key = $1', ['delivery-11'])
    const client = await openBlocker()
    await client.query(insertKey, [
      organizationId,
      id,
      'delivery-11',
      row?.fingerprint,
      original.text,
      new Date(p.clock.now()),
    ])
    const duplicate = createClaim(p, token, 'delivery-11', claimInput('idem-11'))
    await client.query('commit')
    await client.end()
    const { status, text, headers } = await duplicate
    assert.deepEqual(
      [status, text, headers.get('x-request-id')],
      [201, original.text, 'req_01M7YT9AK54E9E8K1JCBC25591'],
    )
    assert.equal(original.status, 201)
  })

  test('gives up after 10 s with 503 and Retry-After, never with a 409', async () => {
    const token = await p.token('acme-scanner')
    const { id, organizationId } = await credentialOf(token)
    const client = await openBlocker()
    await client.query(insertKey, [organizationId, id, 'delivery-12', 'f'.repeat(64), '{}', new Date(p.clock.now())])
    const startedAt = performance.now()
    const { status, body, headers } = await createClaim(p, token, 'delivery-12', claimInput('idem-12'))
    const duration = (performance.now() - startedAt) / second
    await client.query('rollback')
    await client.end()
    assert.deepEqual([status, body.error], [503, 'internal_error'])
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    // The request waits for the key, which another transaction holds, and gives up after about 10 s.
    assert.ok(duration > 9, `waited ${duration} s`)
    assert.equal(await countOf(p, 'evidence_claim', 'claim_key', 'idem-12'), 0)
    assert.equal((await createClaim(p, token, 'delivery-12', claimInput('idem-12'))).status, 201)
  })
})

test('50 keys × 20 parallel calls over two nodes: 50 effects, identical responses, no 5xx', async () => {
  await using other = await boot({ database: p.connection, provision: null })
  other.clock.advance(p.clock.now() - other.clock.now())
  const token = await p.token('acme-scanner')
  const keys = Array.from({ length: 50 }, (_, i) => `parallel-${i}`)
  const responsesTo = (key: string) =>
    Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? p : other).call('POST', claims, { token, key, body: claimInput(key) }),
      ),
    )
  for (let start = 0; start < keys.length; start += 5) {
    const groups = await Promise.all(keys.slice(start, start + 5).map(responsesTo))
    for (const responses of groups) {
      assert.equal(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size, 1)
      assert.equal(responses[0]?.status, 201)
      assert.equal(responses.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
    }
  }
  const [row] = await p.sql(`select count(*)::int as found from evidence_claim where claim_key like 'parallel-%'`)
  assert.equal(row?.found, 50)
})
