import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { day, hour, minute, second } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { claimInput } from '#test/fixture.ts'
import { type Answer, boot, type Probata, untilBlocked } from '#test/system.ts'

const claims = '/api/v1/governance/evidence/claims'
const attachments = '/api/v1/governance/evidence/attachments'

let p: Probata

before(async () => {
  p = await boot()
})
after(() => p[Symbol.asyncDispose]())

const create = (token: string, key: string, body: object) => p.call('POST', claims, { token, key, body })

const countOf = async (table: string, column: string, value: string): Promise<number> => {
  const [row] = await p.sql(`select count(*)::int as found from ${table} where ${column} = $1`, [value])
  return Number(row?.found)
}

const stored = (key: string) => countOf('idempotency_key', 'key', key)

const assertReplay = (first: Answer, second: Answer): void => {
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  assert.equal(first.headers.get('idempotency-replayed'), null)
  assert.equal(second.status, first.status)
  assert.equal(second.text, first.text)
  for (const name of ['x-request-id', 'content-type', 'www-authenticate', 'link'])
    assert.equal(second.headers.get(name), first.headers.get(name), name)
}

test('7.3 rules 2 and 3: the same call again gets the stored answer, byte for byte, and does nothing', async () => {
  const token = await p.token('acme-scanner')
  const body = claimInput('idem-1')
  const first = await create(token, 'delivery-1', body)
  assert.equal(first.status, 201)
  p.clock.advance(10 * minute)
  const reordered = Object.fromEntries(Object.entries(body).reverse())
  const answers = [await create(token, 'delivery-1', body), await create(token, 'delivery-1', reordered)]
  for (const answer of answers) assertReplay(first, answer)
  assert.equal(await countOf('evidence_claim', 'claim_key', 'idem-1'), 1)
  assert.equal(await countOf('audit_event', 'resource_id', first.body.id), 1)
  assert.equal(await countOf('outbox_event', "body::jsonb->'data'->'claim'->>'id'", first.body.id), 1)
})

test('7.3 rule 4: the key with another body, path or query is a 409 that changes nothing', async () => {
  const token = await p.token('acme-scanner')
  const first = await create(token, 'delivery-2', claimInput('idem-2'))
  const file = { originalFilename: 'a.txt', contentType: 'text/plain', byteSize: 1, checksumSha256: 'a'.repeat(64) }
  const others = [
    await create(token, 'delivery-2', claimInput('idem-2', { title: 'Another title' })),
    await create(token, 'delivery-2', claimInput('idem-2b')),
    await p.call('POST', `${attachments}/upload-intents`, {
      token,
      key: 'delivery-2',
      body: { ...file, claimId: first.body.id, reason: 'another operation altogether' },
    }),
  ]
  for (const { status, body } of others) assert.deepEqual([status, body.error], [409, 'idempotency_mismatch'])
  assert.equal(await countOf('evidence_claim', 'claim_key', 'idem-2b'), 0)
  assert.equal(await countOf('upload_intent', 'claim_id', first.body.id), 0)
  assertReplay(first, await create(token, 'delivery-2', claimInput('idem-2')))
})

test('5 rule 5 and 7.3 rule 6: another token with the same key is another call', async () => {
  const [one, two, other] = [
    await p.token('acme-scanner'),
    await p.token('acme-scanner'),
    await p.token('globex-scanner'),
  ]
  assert.equal((await create(one, 'delivery-3', claimInput('idem-3'))).status, 201)
  const again = await create(two, 'delivery-3', claimInput('idem-3'))
  assert.deepEqual([again.status, again.body.error], [409, 'conflict'])
  assert.equal((await create(other, 'delivery-3', claimInput('idem-3'))).status, 201)
})

describe('open points "Idempotency": which outcomes are stored', () => {
  const unknown = { evidenceRequirementId: 'ger_00000000000000000000000000' }

  test('404, 409 and 422 are, and stay what they were when the cause is gone', async () => {
    const token = await p.token('acme-scanner')
    const [draft] = await p.sql(
      `select r.id from evidence_requirement r join organization o on o.id = r.organization_id
        where o.slug = 'acme' and requirement_key = 'BKP-02'`,
    )
    await create(token, 'delivery-4', claimInput('idem-4'))
    const cases: [string, number, object][] = [
      ['refused-404', 404, claimInput('idem-404', unknown)],
      ['refused-409', 409, claimInput('idem-4')],
      ['refused-422', 422, claimInput('idem-422', { evidenceRequirementId: draft?.id })],
    ]
    for (const [key, status, body] of cases) {
      const first = await create(token, key, body)
      assert.equal(first.status, status)
      assert.equal(await stored(key), 1, key)
      assertReplay(first, await create(token, key, body))
    }
    const cookie = await p.signIn('admin@acme.example')
    const activated = await p.call('PATCH', `/api/workspace/evidence-requirements/${draft?.id}`, {
      cookie,
      body: { status: 'active', reason: 'the draft is agreed now' },
    })
    assert.equal(activated.status, 200)
    const [, , [key, status, body]] = cases as [unknown, unknown, [string, number, object]]
    assert.equal((await create(token, key, body)).status, status)
    assert.equal((await create(token, 'accepted-422', body)).status, 201)
  })

  test('400, 401 and 403 are not: the corrected call may use the key', async () => {
    const token = await p.token('acme-scanner')
    const { reason: _, ...without } = claimInput('idem-5')
    const { sourceSnapshot: __, ...external } = claimInput('idem-5')
    for (const body of [without, external, claimInput('idem-5', { validUntil: '2001-01-01T00:00:00.000Z' })])
      assert.equal((await create(token, 'delivery-5', body)).status, 400)
    assert.equal((await create('not-a-token', 'delivery-5', claimInput('idem-5'))).status, 401)
    const reader = await p.token('acme-reader')
    assert.equal((await create(reader, 'delivery-5', claimInput('idem-5'))).status, 403)
    assert.equal(await stored('delivery-5'), 0)
    assert.equal((await create(token, 'delivery-5', claimInput('idem-5'))).status, 201)
  })

  test('what a verb forbids is not stored either', async () => {
    const cookie = await p.signIn('admin@acme.example')
    const created = await p.call('POST', '/api/workspace/claims', { cookie, body: claimInput('idem-6') })
    const { body: seen } = await p.call('GET', `/api/workspace/claims/${created.body.id}`, { cookie })
    const decision = { reviewedDigest: seen.reviewedDigest, reason: 'I wrote it, so it is right' }
    const options = { cookie, key: 'delivery-6', body: decision }
    assert.equal((await p.call('POST', `/api/workspace/claims/${created.body.id}/approve`, options)).status, 403)
    assert.equal(await stored('delivery-6'), 0)
  })

  test('an answer is replayed also where the same call would be refused now', async () => {
    const token = await p.token('acme-scanner')
    const validUntil = new Date(p.clock.now() + 20 * minute).toISOString()
    const first = await create(token, 'delivery-13', claimInput('idem-13', { validUntil }))
    assert.equal(first.status, 201)
    p.clock.advance(30 * minute)
    assert.equal((await create(token, 'delivery-14', claimInput('idem-14', { validUntil }))).status, 400)
    assertReplay(first, await create(token, 'delivery-13', claimInput('idem-13', { validUntil })))
  })

  test('429 is not', async () => {
    await using small = await boot({
      env: { PROBATA_RATE_LIMITS: 'token-read=100,token-write=1,org=100,token-issuance=100' },
    })
    const token = await small.token('acme-scanner')
    const send = (key: string) => small.call('POST', claims, { token, key, body: claimInput(key) })
    assert.deepEqual([(await send('limited-1')).status, (await send('limited-2')).status], [201, 429])
    const rows = await small.sql('select key from idempotency_key')
    assert.deepEqual(rows, [{ key: 'limited-1' }])
  })
})

test('7.3 rule 5: kept for 24 hours by the clock, then the key is forgotten', async () => {
  const token = await p.token('acme-second')
  const first = await create(token, 'delivery-7', claimInput('idem-7'))
  // A token of the contract lives an hour; this one lives on, so that the age of the key alone decides.
  await p.sql(`update access_token set expires_at = expires_at + interval '3 days' where token_sha256 = $1`, [
    sha256Hex(token),
  ])
  p.system.services.identities.forget()
  p.clock.advance(day - minute)
  assertReplay(first, await create(token, 'delivery-7', claimInput('idem-7')))
  const mismatch = await create(token, 'delivery-7', claimInput('idem-7b'))
  assert.deepEqual([mismatch.status, mismatch.body.error], [409, 'idempotency_mismatch'])
  p.clock.advance(minute)
  const fresh = await create(token, 'delivery-7', claimInput('idem-7b'))
  assert.deepEqual([fresh.status, fresh.body.claimKey], [201, 'idem-7b'])
  assertReplay(fresh, await create(token, 'delivery-7', claimInput('idem-7b')))

  p.clock.advance(day + hour)
  await p.system.runJob('forget-idempotency-keys')
  assert.equal(await stored('delivery-7'), 0)
})

test('secrets are never stored: create and rotate replay without clientSecret', async () => {
  const cookie = await p.signIn('admin@acme.example')
  const accounts = '/api/workspace/service-accounts'
  const body = { name: 'pusher', scopes: ['governance.evidence:write'], reason: 'a new machine pushes proof' }
  const created = await p.call('POST', accounts, { cookie, key: 'account-1', body })
  assert.equal(created.status, 201)
  const rotate = { cookie, key: 'account-2', body: { reason: 'the secret was seen by somebody' } }
  const path = `${accounts}/${created.body.serviceAccount.id}/rotate-secret`
  const rotated = await p.call('POST', path, rotate)
  const replays = [
    [created, await p.call('POST', accounts, { cookie, key: 'account-1', body })],
    [rotated, await p.call('POST', path, rotate)],
  ] as const
  for (const [first, second] of replays) {
    assert.match(first.body.clientSecret, /^[A-Za-z0-9_-]{40,}$/)
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.equal(second.headers.get('x-request-id'), first.headers.get('x-request-id'))
    assert.deepEqual(second.body, { serviceAccount: first.body.serviceAccount })
  }
  const rows = await p.sql('select key, headers, body from idempotency_key')
  assert.ok(rows.length >= 2)
  const text = JSON.stringify(rows)
  for (const [{ body }] of replays) assert.ok(!text.includes(body.clientSecret))
  assert.ok(!text.includes('clientSecret'))
})

test('a key is 8 to 128 visible characters, and reads and token issuance take none', async () => {
  const token = await p.token('acme-scanner')
  const lengths = { 7: 400, 8: 201, 128: 201, 129: 400 }
  for (const [length, status] of Object.entries(lengths)) {
    const answer = await create(token, 'k'.repeat(Number(length)), claimInput(`idem-length-${length}`))
    assert.equal(answer.status, status, `${length} characters`)
    if (status === 400) assert.deepEqual(answer.body.issues[0].path, ['Idempotency-Key'])
  }
  assert.equal((await create(token, 'with a space', claimInput('idem-8'))).status, 400)
  const list = await p.call('GET', claims, { token, key: 'list-claims' })
  assert.deepEqual([list.status, await stored('list-claims')], [200, 0])
  const credentials = {
    grant_type: 'client_credentials',
    client_id: 'acme-scanner',
    client_secret: 'a-secret-of-a-test-client',
  }
  const issued = await Promise.all(
    [1, 2].map(() => p.call('POST', '/api/v1/auth/token', { key: 'token-token', body: credentials })),
  )
  assert.equal(new Set(issued.map(({ body }) => body.access_token)).size, 2)
  assert.equal(await stored('token-token'), 0)
})

test('an upload is compared by its bytes', async () => {
  const token = await p.token('acme-scanner')
  const claim = await create(token, 'upload-claim', claimInput('idem-9'))
  const file = { originalFilename: 'a.txt', contentType: 'text/plain', byteSize: 5, checksumSha256: sha256Hex('bytes') }
  const intent = await p.call('POST', `${attachments}/upload-intents`, {
    token,
    body: { ...file, claimId: claim.body.id, reason: 'the report of last night' },
  })
  const upload = (content: string) => {
    const form = new FormData()
    form.set('file', new File([content], 'a.txt', { type: 'text/plain' }))
    return p.call('POST', intent.body.upload.path, { token, key: 'upload-1', body: form })
  }
  const first = await upload('bytes')
  assert.equal(first.status, 201)
  assertReplay(first, await upload('bytes'))
  const other = await upload('bites')
  assert.deepEqual([other.status, other.body.error], [409, 'idempotency_mismatch'])
  assert.equal(await countOf('attachment_link', 'claim_id', claim.body.id), 1)
})

describe('a duplicate that arrives while the first is running', { concurrency: true }, () => {
  const hold = async (): Promise<pg.Client> => {
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

  test('waits for it and gets its answer, and nothing is done twice', async () => {
    const token = await p.token('acme-scanner')
    const { organizationId } = await credentialOf(token)
    const client = await hold()
    await client.query(
      `insert into evidence_claim values ($1, 'gec_held', null, 'idem-10', 'submitted', now(), 'x', null, '{}', '{}', '{}')`,
      [organizationId],
    )
    const calls = Array.from({ length: 5 }, () => create(token, 'delivery-10', claimInput('idem-10')))
    let answered = 0
    for (const call of calls) call.then(() => answered++)
    // Two wait in the database; the others may wait behind them in this process (decision 020).
    await untilBlocked(p, 2)
    assert.equal(answered, 0)
    await client.query('rollback')
    await client.end()
    const answers = await Promise.all(calls)
    assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
    assert.equal(answers[0]?.status, 201)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true').length, 4)
    assert.equal(await countOf('evidence_claim', 'claim_key', 'idem-10'), 1)
    const [audited] = await p.sql(`select count(*)::int as found from audit_event where resource_id = $1`, [
      answers[0]?.body.id,
    ])
    assert.equal(audited?.found, 1)
  })

  test('gets what another node has just stored', async () => {
    const token = await p.token('acme-scanner')
    const { id, organizationId } = await credentialOf(token)
    const original = await create(token, 'delivery-11', claimInput('idem-11'))
    const [row] = await p.sql('select fingerprint from idempotency_key where key = $1', ['delivery-11'])
    await p.sql('delete from idempotency_key where key = $1', ['delivery-11'])
    const client = await hold()
    await client.query(insertKey, [
      organizationId,
      id,
      'delivery-11',
      row?.fingerprint,
      original.text,
      new Date(p.clock.now()),
    ])
    const duplicate = create(token, 'delivery-11', claimInput('idem-11'))
    await client.query('commit')
    await client.end()
    const { status, text, headers } = await duplicate
    assert.deepEqual(
      [status, text, headers.get('x-request-id')],
      [201, original.text, 'req_01M7YT9AK54E9E8K1JCBC25591'],
    )
    assert.equal(original.status, 201)
  })

  test('gives up after 10 s: 503 with Retry-After, never a 409', async () => {
    const token = await p.token('acme-scanner')
    const { id, organizationId } = await credentialOf(token)
    const client = await hold()
    await client.query(insertKey, [organizationId, id, 'delivery-12', 'f'.repeat(64), '{}', new Date(p.clock.now())])
    const started = performance.now()
    const { status, body, headers } = await create(token, 'delivery-12', claimInput('idem-12'))
    const waited = (performance.now() - started) / second
    await client.query('rollback')
    await client.end()
    assert.deepEqual([status, body.error], [503, 'internal_error'])
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    // And answered while the other is still running.
    assert.ok(waited > 9, `waited ${waited} s`)
    assert.equal(await countOf('evidence_claim', 'claim_key', 'idem-12'), 0)
    assert.equal((await create(token, 'delivery-12', claimInput('idem-12'))).status, 201)
  })
})

test('50 keys × 20 parallel calls over two nodes: 50 effects, identical answers, no 5xx', async () => {
  await using other = await boot({ database: p.connection, provision: null })
  other.clock.advance(p.clock.now() - other.clock.now())
  const token = await p.token('acme-scanner')
  const keys = Array.from({ length: 50 }, (_, i) => `parallel-${i}`)
  const answersOf = (key: string) =>
    Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? p : other).call('POST', claims, { token, key, body: claimInput(key) }),
      ),
    )
  for (let at = 0; at < keys.length; at += 5) {
    const groups = await Promise.all(keys.slice(at, at + 5).map(answersOf))
    for (const answers of groups) {
      assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1)
      assert.equal(answers[0]?.status, 201)
      assert.equal(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length, 1)
    }
  }
  const [row] = await p.sql(`select count(*)::int as found from evidence_claim where claim_key like 'parallel-%'`)
  assert.equal(row?.found, 50)
})
