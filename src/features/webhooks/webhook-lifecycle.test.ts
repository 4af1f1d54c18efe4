import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sha256Hex } from '#lib/hash.ts'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { signingSecretBinding } from './engine/receiver.ts'

const path = '/api/v1/webhooks'
const reason = 'requested by a test'
const valid = { url: 'http://127.0.0.1:9/hook', events: ['evidence.claim.created'], description: 'A receiver', reason }

let p: Probata
let token: string
let organization: string
let keyCount = 0

const key = () => `lifecycle-${++keyCount}`
const create = async (idempotencyKey?: string) => {
  const { body } = await p.call('POST', path, { token, body: valid, ...(idempotencyKey && { key: idempotencyKey }) })
  return body.webhook
}
const act = (id: string, verb: string, idempotencyKey = key()) =>
  p.call('POST', `${path}/${id}/${verb}`, { token, key: idempotencyKey, body: { reason } })
const remove = (id: string) => p.call('DELETE', `${path}/${id}`, { token, key: key(), body: { reason } })

const rowOf = async (id: string) => {
  const [row] = await p.sql('select * from webhook_endpoint where id = $1', [id])
  assert.ok(row)
  return row
}
const open = (id: string, sealed: unknown) =>
  p.system.services.sealer.open(String(sealed), signingSecretBinding(organization, id))

before(async () => {
  p = await boot({ env: { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  token = await p.token('acme-scanner')
  const [row] = await p.sql(`select id from organization where slug = 'acme'`)
  organization = String(row?.id)
})
after(() => p[Symbol.asyncDispose]())

describe('pause and resume', () => {
  test('a webhook can be paused and resumed; repeating a transition returns a 422', async () => {
    const { id } = await create()
    for (const [verb, status, repeatedVerb] of [
      ['pause', 'paused', 'pause'],
      ['resume', 'active', 'resume'],
    ] as const) {
      const response = await act(id, verb)
      assert.deepEqual([response.status, response.body.status], [200, status])
      const secondResponse = await act(id, repeatedVerb)
      assert.deepEqual([secondResponse.status, secondResponse.body.error], [422, 'unprocessable'])
      assert.match(secondResponse.body.message, new RegExp(status))
    }
  })

  test('a paused webhook can be changed while its events wait', async () => {
    const { id } = await create()
    await act(id, 'pause')
    const changes = { description: 'Changed while paused', reason }
    const { body } = await p.call('PATCH', `${path}/${id}`, { token, key: key(), body: changes })
    assert.deepEqual([body.description, body.status], ['Changed while paused', 'paused'])
    await p.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput('while-paused') })
    const [row] = await p.sql('select count(*)::int as waiting from webhook_queue where endpoint_id = $1', [id])
    assert.deepEqual(row, { waiting: 1 })
    assert.equal((await act(id, 'test')).status, 422)
  })
})

describe('the signing secret', () => {
  test('a replayed creation or rotation returns the record without the secret', async () => {
    for (const form of ['unversioned', 'versioned']) {
      const cookie = await p.signIn('admin@acme.example')
      await p.call('PATCH', '/api/workspace/webhook-settings', { cookie, body: { webhookForm: form, reason } })
      const events = form === 'versioned' ? ['governance.evidence_claim.created.v1'] : valid.events
      const idempotencyKey = key()
      const send = () => p.call('POST', path, { token, key: idempotencyKey, body: { ...valid, events } })
      const [first, secondResponse] = [await send(), await send()]
      assert.match(first.text, /"signingSecret":"whsec_/)
      assert.equal(secondResponse.headers.get('idempotency-replayed'), 'true')
      assert.deepEqual([secondResponse.status, Object.keys(secondResponse.body)], [201, ['webhook']])
      assert.doesNotMatch(secondResponse.text, /signingSecret|whsec_/)
      const { signingSecret: _, ...record } = first.body.webhook
      assert.deepEqual(secondResponse.body.webhook, record)
      const { id } = record
      const rotationKey = key()
      const [rotated, repeated] = [
        await act(id, 'rotate-secret', rotationKey),
        await act(id, 'rotate-secret', rotationKey),
      ]
      assert.match(rotated.text, /"signingSecret":"whsec_/)
      assert.deepEqual([repeated.status, Object.keys(repeated.body)], [200, ['webhook']])
      assert.doesNotMatch(repeated.text, /signingSecret|whsec_/)
    }
    const cookie = await p.signIn('admin@acme.example')
    await p.call('PATCH', '/api/workspace/webhook-settings', { cookie, body: { webhookForm: 'unversioned', reason } })
  })

  test('a rotation keeps the old secret for 60 s; both secrets are sealed for their webhook', async () => {
    const { id, signingSecret: oldSecret } = await create()
    const before = await rowOf(id)
    assert.equal(open(id, before.secret), oldSecret)
    assert.deepEqual([before.previous_secret, before.previous_secret_until], [null, null])
    const earliest = p.clock.now()
    const { body } = await act(id, 'rotate-secret')
    const { secret, previous_secret, previous_secret_until: until } = await rowOf(id)
    assert.deepEqual([open(id, secret), open(id, previous_secret)], [body.webhook.signingSecret, oldSecret])
    assert.notEqual(body.webhook.signingSecret, oldSecret)
    assert.ok(until instanceof Date)
    assert.ok(until.getTime() >= earliest + 60_000 && until.getTime() <= p.clock.now() + 60_000)
    assert.throws(() =>
      p.system.services.sealer.open(String(secret), signingSecretBinding(organization, 'whk_another')),
    )
  })

  test('the secret is not stored in plain text, and only the response that creates it contains it', async () => {
    const { id, signingSecret } = await create(key())
    const { body } = await act(id, 'rotate-secret')
    await act(id, 'test')
    await p.system.delivery.drain()
    await act(id, 'pause')
    const secrets = [signingSecret, body.webhook.signingSecret].map(text => text.slice('whsec_'.length))
    const tables = await p.sql(`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
    for (const { name } of tables)
      for (const text of ['whsec_', ...secrets]) {
        const matches = await p.sql(`select t::text from ${name} t where strpos(t::text, $1) > 0`, [text])
        assert.deepEqual(matches, [], String(name))
      }
    const cookie = await p.signIn('admin@acme.example')
    const { body: attempts } = await p.call('GET', `${path}/${id}/deliveries`, { token })
    assert.equal(attempts.deliveries.length, 1)
    for (const suffix of ['', `/${id}`, `/${id}/deliveries`, `/${id}/deliveries/${attempts.deliveries[0].id}`])
      for (const [root, caller] of [
        [path, { token }],
        ['/api/workspace/webhooks', { cookie }],
      ] as const) {
        const { status, text } = await p.call('GET', `${root}${suffix}`, caller)
        assert.equal(status, 200)
        for (const secret of ['whsec_', ...secrets]) assert.ok(!text.includes(secret), suffix)
      }
    const audit = await p.call('GET', '/api/workspace/audit?limit=200', { cookie })
    assert.equal(audit.status, 200)
    for (const secret of ['whsec_', ...secrets]) assert.ok(!audit.text.includes(secret))
  })
})

describe('a deleted webhook', () => {
  test('returns a 404 on all its paths, has no secrets and gets no events', async () => {
    const { id } = await create()
    await act(id, 'test')
    await p.system.delivery.drain()
    const { body } = await p.call('GET', `${path}/${id}/deliveries`, { token })
    const delivery = `/deliveries/${body.deliveries[0].id}`
    await act(id, 'rotate-secret')
    const deletion = await remove(id)
    assert.deepEqual([deletion.status, deletion.text], [204, ''])
    const { status, secret, previous_secret, deleted_at } = await rowOf(id)
    assert.deepEqual([status, secret, previous_secret, deleted_at instanceof Date], ['deleted', '', null, true])
    for (const [method, suffix] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['GET', delivery],
      ['POST', `${delivery}/replay`],
    ] as const) {
      const body = method === 'GET' ? {} : { key: key(), body: { reason } }
      const response = await p.call(method, `${path}/${id}${suffix}`, { token, ...body })
      assert.equal(response.status, 404, `${method} ${suffix}: ${response.text}`)
    }
    const { body: list } = await p.call('GET', `${path}?limit=200`, { token })
    assert.ok(!list.webhooks.some((webhook: { id: string }) => webhook.id === id))
    const before = await p.sql('select count(*) from webhook_queue where endpoint_id = $1', [id])
    await p.call('POST', '/api/v1/governance/evidence/claims', { token, body: claimInput('after-the-end') })
    assert.deepEqual(await p.sql('select count(*) from webhook_queue where endpoint_id = $1', [id]), before)
  })
})

test("another workspace's webhook and a missing one get the same 404", async () => {
  const globex = await p.token('globex-scanner')
  const { id } = await create()
  const before = await rowOf(id)
  for (const [method, suffix] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/pause'],
    ['POST', '/rotate-secret'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
  ] as const) {
    const responses = []
    for (const requestedId of [id, 'whk_00000000000000000000000000', 'nothing']) {
      const options = method === 'GET' ? {} : { key: key(), body: { reason } }
      const { status, body } = await p.call(method, `${path}/${requestedId}${suffix}`, { token: globex, ...options })
      responses.push([status, body.error, body.message])
    }
    assert.deepEqual(responses, Array(3).fill([404, 'not_found', 'There is no such webhook.']), `${method} ${suffix}`)
  }
  assert.deepEqual(await rowOf(id), before)
})

test('updating, pausing, resuming, rotating and deleting need an Idempotency-Key and a reason', async () => {
  const { id } = await create()
  for (const [method, suffix] of [
    ['PATCH', ''],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['POST', '/rotate-secret'],
    ['DELETE', ''],
  ] as const) {
    const withoutKey = await p.call(method, `${path}/${id}${suffix}`, { token, body: { reason } })
    assert.deepEqual(
      [withoutKey.status, withoutKey.body.issues[0].path],
      [400, ['Idempotency-Key']],
      `${method} ${suffix}`,
    )
    const withoutReason = await p.call(method, `${path}/${id}${suffix}`, { token, key: key(), body: {} })
    assert.deepEqual(
      [withoutReason.status, withoutReason.body.issues[0].path],
      [400, ['reason']],
      `${method} ${suffix}`,
    )
  }
  const { body } = await p.call('GET', `${path}/${id}`, { token })
  assert.equal(body.status, 'active')
})

test('each change is audited with its reason and the digests of the record before and after', async () => {
  const { id } = await create()
  const records = [(await rowOf(id)).record]
  const changes = { description: 'Changed', reason }
  const steps = [
    () => p.call('PATCH', `${path}/${id}`, { token, key: key(), body: changes }),
    () => act(id, 'pause'),
    () => act(id, 'resume'),
    () => act(id, 'rotate-secret'),
  ]
  const revisions = [Number((await rowOf(id)).revision)]
  for (const step of steps) {
    p.clock.advance(1000)
    assert.equal((await step()).status, 200)
    const { record, revision } = await rowOf(id)
    records.push(record)
    revisions.push(Number(revision))
  }
  await remove(id)
  revisions.push(Number((await rowOf(id)).revision))
  const digests = records.map(record => sha256Hex(String(record)))
  const rows = await p.sql('select record::jsonb as r from audit_event where resource_id = $1 order by id', [id])
  const auditRows = rows.map(({ r }) => {
    const { action, reason, beforeDigest, afterDigest, outcome } = Object(r)
    return [action, outcome, reason, beforeDigest, afterDigest]
  })
  const actions = ['create', 'update', 'pause', 'resume', 'rotate_secret', 'delete']
  assert.deepEqual(
    auditRows,
    actions.map((action, i) => [
      `webhook.${action}`,
      'done',
      reason,
      digests[i - 1] ?? null,
      digests[i] ?? digests.at(-1),
    ]),
  )
  assert.equal(new Set(digests).size, 5)
  assert.deepEqual(revisions, [1, 2, 3, 4, 5, 6])
})
