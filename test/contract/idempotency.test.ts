import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, hour, minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { claimInput } from '#test/fixture.ts'
import { attachments, formOf, prover, textFile } from '#test/proof.ts'
import { type ApiResponse, boot, type Probata } from '#test/system.ts'
import { claims, countOf, createClaim } from './keyed-claims.ts'

let p: Probata

before(async () => {
  p = await boot()
})
after(() => p[Symbol.asyncDispose]())

const create = (token: string, key: string, body: object) => createClaim(p, token, key, body)

const countStored = (key: string) => countOf(p, 'idempotency_key', 'key', key)

const assertReplay = (first: ApiResponse, second: ApiResponse): void => {
  assert.equal(second.headers.get('idempotency-replayed'), 'true')
  assert.equal(first.headers.get('idempotency-replayed'), null)
  assert.equal(second.status, first.status)
  assert.equal(second.text, first.text)
  for (const name of ['x-request-id', 'content-type', 'www-authenticate', 'link'])
    assert.equal(second.headers.get(name), first.headers.get(name), name)
}

test('the same call again gets the stored response, byte for byte, and changes nothing', async () => {
  const token = await p.token('acme-scanner')
  const body = claimInput('idem-1')
  const first = await create(token, 'delivery-1', body)
  assert.equal(first.status, 201)
  p.clock.advance(10 * minute)
  const reordered = Object.fromEntries(Object.entries(body).reverse())
  const replays = [await create(token, 'delivery-1', body), await create(token, 'delivery-1', reordered)]
  for (const replay of replays) assertReplay(first, replay)
  assert.equal(await countOf(p, 'evidence_claim', 'claim_key', 'idem-1'), 1)
  assert.equal(await countOf(p, 'audit_event', 'resource_id', first.body.id), 1)
  assert.equal(await countOf(p, 'outbox_event', "body::jsonb->'data'->'claim'->>'id'", first.body.id), 1)
})

test('a key with another body, path or query is a 409 that changes nothing', async () => {
  const token = await p.token('acme-scanner')
  const first = await create(token, 'delivery-2', claimInput('idem-2'))
  const file = { originalFilename: 'a.txt', contentType: 'text/plain', byteSize: 1, checksumSha256: 'a'.repeat(64) }
  const otherCalls = [
    await create(token, 'delivery-2', claimInput('idem-2', { title: 'Another title' })),
    await create(token, 'delivery-2', claimInput('idem-2b')),
    await p.call('POST', `${attachments}/upload-intents`, {
      token,
      key: 'delivery-2',
      body: { ...file, claimId: first.body.id, reason: 'another operation altogether' },
    }),
  ]
  for (const { status, body } of otherCalls) assert.deepEqual([status, body.error], [409, 'idempotency_mismatch'])
  assert.equal(await countOf(p, 'evidence_claim', 'claim_key', 'idem-2b'), 0)
  assert.equal(await countOf(p, 'upload_intent', 'claim_id', first.body.id), 0)
  assertReplay(first, await create(token, 'delivery-2', claimInput('idem-2')))
})

test('another token with the same key is another call', async () => {
  const [firstToken, secondToken, foreignToken] = [
    await p.token('acme-scanner'),
    await p.token('acme-scanner'),
    await p.token('globex-scanner'),
  ]
  assert.equal((await create(firstToken, 'delivery-3', claimInput('idem-3'))).status, 201)
  const repeat = await create(secondToken, 'delivery-3', claimInput('idem-3'))
  assert.deepEqual([repeat.status, repeat.body.error], [409, 'conflict'])
  assert.equal((await create(foreignToken, 'delivery-3', claimInput('idem-3'))).status, 201)
})

describe('which outcomes are stored', () => {
  const unknownRequirement = { evidenceRequirementId: 'ger_00000000000000000000000000' }

  test('404, 409 and 422 are stored, and stay the same when the cause is gone', async () => {
    const token = await p.token('acme-scanner')
    const [draft] = await p.sql(
      `select r.id from evidence_requirement r join organization o on o.id = r.organization_id
        where o.slug = 'acme' and requirement_key = 'BKP-02'`,
    )
    await create(token, 'delivery-4', claimInput('idem-4'))
    const cases: [string, number, object][] = [
      ['refused-404', 404, claimInput('idem-404', unknownRequirement)],
      ['refused-409', 409, claimInput('idem-4')],
      ['refused-422', 422, claimInput('idem-422', { evidenceRequirementId: draft?.id })],
    ]
    for (const [key, status, body] of cases) {
      const first = await create(token, key, body)
      assert.equal(first.status, status)
      assert.equal(await countStored(key), 1, key)
      assertReplay(first, await create(token, key, body))
    }
    const cookie = await p.signIn('admin@acme.example')
    const activation = await p.call('PATCH', `/api/workspace/evidence-requirements/${draft?.id}`, {
      cookie,
      body: { status: 'active', reason: 'the draft is agreed now' },
    })
    assert.equal(activation.status, 200)
    const [, , [key, status, body]] = cases as [unknown, unknown, [string, number, object]]
    assert.equal((await create(token, key, body)).status, status)
    assert.equal((await create(token, 'accepted-422', body)).status, 201)
  })

  test('400, 401 and 403 are not stored: the corrected call may use the key', async () => {
    const token = await p.token('acme-scanner')
    const { reason: _, ...withoutReason } = claimInput('idem-5')
    const { sourceSnapshot: __, ...external } = claimInput('idem-5')
    for (const body of [withoutReason, external, claimInput('idem-5', { validUntil: '2001-01-01T00:00:00.000Z' })])
      assert.equal((await create(token, 'delivery-5', body)).status, 400)
    assert.equal((await create('not-a-token', 'delivery-5', claimInput('idem-5'))).status, 401)
    const reader = await p.token('acme-reader')
    assert.equal((await create(reader, 'delivery-5', claimInput('idem-5'))).status, 403)
    assert.equal(await countStored('delivery-5'), 0)
    assert.equal((await create(token, 'delivery-5', claimInput('idem-5'))).status, 201)
  })

  test('an action that a verb forbids is not stored either', async () => {
    const cookie = await p.signIn('admin@acme.example')
    const claim = await p.call('POST', '/api/workspace/claims', { cookie, body: claimInput('idem-6') })
    const { body: reviewView } = await p.call('GET', `/api/workspace/claims/${claim.body.id}`, { cookie })
    const decision = { reviewedDigest: reviewView.reviewedDigest, reason: 'I wrote it, so it is right' }
    const options = { cookie, key: 'delivery-6', body: decision }
    assert.equal((await p.call('POST', `/api/workspace/claims/${claim.body.id}/approve`, options)).status, 403)
    assert.equal(await countStored('delivery-6'), 0)
  })

  test('a response is replayed even if the same call would be rejected now', async () => {
    const token = await p.token('acme-scanner')
    const validUntil = new Date(p.clock.now() + 20 * minute).toISOString()
    const first = await create(token, 'delivery-13', claimInput('idem-13', { validUntil }))
    assert.equal(first.status, 201)
    p.clock.advance(30 * minute)
    assert.equal((await create(token, 'delivery-14', claimInput('idem-14', { validUntil }))).status, 400)
    assertReplay(first, await create(token, 'delivery-13', claimInput('idem-13', { validUntil })))
  })

  test('429 is not stored', async () => {
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

test('a response is kept for 24 hours by the clock, then the key is forgotten', async () => {
  const token = await p.token('acme-second')
  const first = await create(token, 'delivery-7', claimInput('idem-7'))
  // Extends the life of the token, which is normally an hour, so that only the age of the key matters.
  await p.sql(`update access_token set expires_at = expires_at + interval '3 days' where token_sha256 = $1`, [
    sha256Hex(token),
  ])
  p.system.services.identities.forget()
  p.clock.advance(day - minute)
  assertReplay(first, await create(token, 'delivery-7', claimInput('idem-7')))
  const mismatch = await create(token, 'delivery-7', claimInput('idem-7b'))
  assert.deepEqual([mismatch.status, mismatch.body.error], [409, 'idempotency_mismatch'])
  p.clock.advance(minute)
  const newCall = await create(token, 'delivery-7', claimInput('idem-7b'))
  assert.deepEqual([newCall.status, newCall.body.claimKey], [201, 'idem-7b'])
  assertReplay(newCall, await create(token, 'delivery-7', claimInput('idem-7b')))

  p.clock.advance(day + hour)
  await p.system.runJob('forget-idempotency-keys')
  assert.equal(await countStored('delivery-7'), 0)
})

test('secrets are never stored: create and rotate replay without clientSecret', async () => {
  const cookie = await p.signIn('admin@acme.example')
  const accounts = '/api/workspace/service-accounts'
  const body = { name: 'pusher', scopes: ['governance.evidence:write'], reason: 'a new machine pushes proof' }
  const creation = await p.call('POST', accounts, { cookie, key: 'account-1', body })
  assert.equal(creation.status, 201)
  const rotateOptions = { cookie, key: 'account-2', body: { reason: 'the secret was exposed' } }
  const path = `${accounts}/${creation.body.serviceAccount.id}/rotate-secret`
  const rotation = await p.call('POST', path, rotateOptions)
  const replayedPairs = [
    [creation, await p.call('POST', accounts, { cookie, key: 'account-1', body })],
    [rotation, await p.call('POST', path, rotateOptions)],
  ] as const
  for (const [first, second] of replayedPairs) {
    assert.match(first.body.clientSecret, /^[A-Za-z0-9_-]{40,}$/)
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.equal(second.headers.get('x-request-id'), first.headers.get('x-request-id'))
    assert.deepEqual(second.body, { serviceAccount: first.body.serviceAccount })
  }
  const rows = await p.sql('select key, headers, body from idempotency_key')
  assert.ok(rows.length >= 2)
  const text = JSON.stringify(rows)
  for (const [{ body }] of replayedPairs) assert.ok(!text.includes(body.clientSecret))
  assert.ok(!text.includes('clientSecret'))
})

test('a key is 8 to 128 characters; reads and token issuance ignore it', async () => {
  const token = await p.token('acme-scanner')
  const lengths = { 7: 400, 8: 201, 128: 201, 129: 400 }
  for (const [length, status] of Object.entries(lengths)) {
    const response = await create(token, 'k'.repeat(Number(length)), claimInput(`idem-length-${length}`))
    assert.equal(response.status, status, `${length} characters`)
    if (status === 400) assert.deepEqual(response.body.issues[0].path, ['Idempotency-Key'])
  }
  for (const key of ['with some spaces', 'caf\u00e9-keys']) {
    const first = await create(token, key, claimInput(`idem of ${key}`))
    assert.equal(first.status, 201, first.text)
    assertReplay(first, await create(token, key, claimInput(`idem of ${key}`)))
  }
  const list = await p.call('GET', claims, { token, key: 'list-claims' })
  assert.deepEqual([list.status, await countStored('list-claims')], [200, 0])
  const credentials = {
    grant_type: 'client_credentials',
    client_id: 'acme-scanner',
    client_secret: 'a-secret-of-a-test-client',
  }
  const tokens = await Promise.all(
    [1, 2].map(() => p.call('POST', '/api/v1/auth/token', { key: 'token-token', body: credentials })),
  )
  assert.equal(new Set(tokens.map(({ body }) => body.access_token)).size, 2)
  assert.equal(await countStored('token-token'), 0)
})

test('uploads are compared by their bytes', async () => {
  const token = await p.token('acme-scanner')
  const claim = await create(token, 'upload-claim', claimInput('idem-9'))
  const intent = await prover(p, () => token).announce(claim.body.id, textFile('bytes'))
  const upload = (content: string) =>
    p.call('POST', intent.body.upload.path, { token, key: 'upload-1', body: formOf(textFile(content)) })
  const first = await upload('bytes')
  assert.equal(first.status, 201)
  assertReplay(first, await upload('bytes'))
  const otherUpload = await upload('bites')
  assert.deepEqual([otherUpload.status, otherUpload.body.error], [409, 'idempotency_mismatch'])
  assert.equal(await countOf(p, 'attachment_link', 'claim_id', claim.body.id), 1)
})
