import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'

const path = '/api/v1/webhooks'
const reason = 'requested by a test'
const valid = { url: 'http://127.0.0.1:9/hook', events: ['evidence.claim.created'], description: 'A receiver', reason }

let p: Probata
let token: string
let cookie: string
let id: string

before(async () => {
  p = await boot({ env: { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  token = await p.token('acme-scanner')
  cookie = await p.signIn('admin@acme.example')
  id = (await p.call('POST', path, { token, body: valid })).body.webhook.id
})
after(() => p[Symbol.asyncDispose]())

let keyCount = 0

/** Creates and changes a webhook with one bad field. Returns both responses. */
const sendBadField = async (overrides: Readonly<Record<string, unknown>>) => [
  await p.call('POST', path, { token, body: { ...valid, ...overrides } }),
  await p.call('PATCH', `${path}/${id}`, { token, key: `bad-field-${++keyCount}`, body: { reason, ...overrides } }),
]

const long = (length: number) => 'x'.repeat(length)

const badFields: Readonly<Record<string, readonly unknown[]>> = {
  url: [
    null,
    '',
    7,
    [],
    'example.com',
    '/hook',
    'ftp://127.0.0.1/hook',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://user@127.0.0.1/',
    'http://user:secret@127.0.0.1/',
    'http://127.0.0.1/#part',
    'http://127.0.0.1/#',
    'http://127.0.0.1/a b',
    ' http://127.0.0.1/',
    'http://127.0.0.1/\n',
    'http://',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'http://93.184.216.34/',
    'https://93.184.216.34:25/',
    'http://127.0.0.1:6379/',
    'http://127.0.0.1:5432/hook',
    `http://127.0.0.1/${long(2048)}`,
  ],
  description: [null, '', '   ', 7, {}, long(501)],
  name: [null, '', '   ', 7, long(201)],
  rotationIntervalDays: [0, -1, 3651, 1.5, '90'],
  reason: [null, '', 'too short', 7],
  signingSecret: ['whsec_chosen'],
  status: ['paused'],
  id: ['whk_chosen'],
}

for (const [field, values] of Object.entries(badFields)) {
  test(`a bad ${field} returns a 400 that names the field`, async () => {
    for (const value of values) {
      for (const { status, body, text } of await sendBadField({ [field]: value })) {
        assert.deepEqual([status, body.error], [400, 'invalid_request'], `${JSON.stringify(value)}: ${text}`)
        assert.deepEqual(body.issues[0].path, [field], text)
        assert.ok(!text.includes('secret@'), text)
      }
    }
  })
}

test('either a name or a description is required, and each defaults to the other', async () => {
  const { description: _, ...nameless } = valid
  const missing = await p.call('POST', path, { token, body: nameless })
  assert.deepEqual([missing.status, missing.body.issues[0].path], [400, ['description']])
  const { body: withName } = await p.call('POST', path, { token, body: { ...nameless, name: 'A receiver of a name' } })
  assert.equal(withName.webhook.description, 'A receiver of a name')
  const withBoth = { ...valid, name: 'Named' }
  assert.equal((await p.call('POST', path, { token, body: withBoth })).body.webhook.description, valid.description)
  const renamed = { token, key: 'renamed-webhook', body: { name: 'Another name', reason } }
  const renamedWebhook = await p.call('PATCH', `${path}/${withName.webhook.id}`, renamed)
  assert.equal(renamedWebhook.body.description, 'Another name')
})

test('url, events, description and reason are required for creation', async () => {
  for (const field of ['url', 'events', 'description', 'reason']) {
    const { [field]: _, ...body } = valid as Record<string, unknown>
    const response = await p.call('POST', path, { token, body })
    assert.deepEqual([response.status, response.body.issues?.[0].path], [400, [field]])
  }
})

describe('event types', () => {
  const unversioned: readonly (readonly [events: unknown, path: readonly unknown[]])[] = [
    [null, ['events']],
    ['evidence.claim.created', ['events']],
    [[], ['events']],
    [['evidence.claim.created', 'evidence.claim.created'], ['events']],
    [Array.from({ length: 101 }, (_, i) => `type.${i}`), ['events']],
    [
      ['evidence.claim.created', 7],
      ['events', 1],
    ],
    [[''], ['events', 0]],
    [
      ['evidence.claim.created', 'evidence.claim.deleted'],
      ['events', 1],
    ],
    [['governance.evidence_claim.created.v1'], ['events', 0]],
    [['evidence.requirement.created'], ['events', 0]],
    [['evidence.claim.created '], ['events', 0]],
    [['__proto__'], ['events', 0]],
    [
      ['*', 'evidence.claim.created'],
      ['events', 0],
    ],
    [
      ['evidence.claim.created', '*'],
      ['events', 1],
    ],
    [['evidence.*'], ['events', 0]],
  ]

  const versioned: typeof unversioned = [
    [['evidence.claim.created'], ['events', 0]],
    [['*'], ['events', 0]],
    [['governance.evidence_claim.created.v2'], ['events', 0]],
  ]

  const assertAllRejected = async (cases: typeof unversioned) => {
    for (const [events, path] of cases) {
      for (const { status, body, text } of await sendBadField({ events })) {
        assert.deepEqual([status, body.error], [400, 'invalid_request'], `${JSON.stringify(events)}: ${text}`)
        assert.deepEqual(body.issues[0].path, path, text)
      }
    }
  }

  test('unknown and repeated types, types of the other form, and * with other types return a 400 with the path', () =>
    assertAllRejected(unversioned))

  test('each unknown type has its own issue', async () => {
    const { body } = await p.call('POST', path, {
      token,
      body: { ...valid, events: ['a.b', 'evidence.claim.created', 'c'] },
    })
    assert.deepEqual(
      body.issues.map((issue: { path: unknown }) => issue.path),
      [
        ['events', 0],
        ['events', 2],
      ],
    )
  })

  test('the versioned form accepts neither unversioned names nor *', async () => {
    const settings = (webhookForm: string) =>
      p.call('PATCH', '/api/workspace/webhook-settings', { cookie, body: { webhookForm, reason } })
    await settings('versioned')
    await assertAllRejected(versioned)
    await settings('unversioned')
  })
})

describe('a token without the read scope of a type', () => {
  const assertForbidden = (
    { status, body, headers }: Awaited<ReturnType<Probata['call']>>,
    scope = 'governance.evidence:read',
  ) => {
    assert.deepEqual([status, body.error, body.requiredScope], [403, 'forbidden_scope', scope])
    assert.ok(body.message.includes(scope))
    assert.match(headers.get('www-authenticate') ?? '', new RegExp(`error="insufficient_scope", scope="${scope}"`))
  }
  let narrowToken: string
  const patch = (body: object) =>
    p.call('PATCH', `${path}/${id}`, { token: narrowToken, key: `narrow-${++keyCount}`, body: { ...body, reason } })

  before(async () => {
    narrowToken = await p.token('acme-scanner', 'webhooks:manage')
  })

  test('cannot subscribe to the type', async () => {
    assertForbidden(await p.call('POST', path, { token: narrowToken, body: valid }))
    assertForbidden(await patch({ events: ['webhook.test', 'evidence.claim.rejected'] }))
  })

  test('cannot send such events to a different URL', async () => {
    assertForbidden(await patch({ url: 'http://127.0.0.1:9/elsewhere' }))
    const unchanged = await p.call('GET', `${path}/${id}`, { token })
    assert.equal(unchanged.body.url, valid.url)
  })

  test('can make changes that reveal no events, and subscribe to types that it may read', async () => {
    assert.equal((await patch({ description: 'Renamed' })).status, 200)
    const created = await p.call('POST', path, { token: narrowToken, body: { ...valid, events: ['webhook.test'] } })
    assert.equal(created.status, 201)
  })

  test("cannot change the URL or events of another owner's * webhook, as * covers everything that owner may read", async () => {
    const all = { ...valid, events: ['*'] }
    const { body: created } = await p.call('POST', '/api/workspace/webhooks', { cookie, body: all })
    const address = `${path}/${created.webhook.id}`
    for (const change of [{ url: 'http://127.0.0.1:9/taken' }, { events: ['*'] }]) {
      const body = { ...change, reason }
      const response = await p.call('PATCH', address, { token: narrowToken, key: `narrow-${++keyCount}`, body })
      // The first scope that the token lacks.
      assertForbidden(response, 'governance.assessments:read')
    }
    const unchanged = await p.call('GET', `/api/workspace/webhooks/${created.webhook.id}`, { cookie })
    const { signingSecret: _, ...record } = created.webhook
    assert.deepEqual(unchanged.body, record)
  })

  test('can use its own *', async () => {
    const { body } = await p.call('POST', path, { token: narrowToken, body: { ...valid, events: ['*'] } })
    const change = { url: 'http://127.0.0.1:9/moved', events: ['*'], reason }
    const address = `${path}/${body.webhook.id}`
    assert.equal(
      (await p.call('PATCH', address, { token: narrowToken, key: 'its-own-star', body: change })).status,
      200,
    )
  })
})

test('a rejected request leaves nothing behind', async () => {
  const [row] = await p.sql(`select count(*)::int as lost from webhook_endpoint w
    where not exists (select from webhook_lane l where l.endpoint_id = w.id)`)
  assert.deepEqual(row, { lost: 0 })
  const { body } = await p.call('GET', `${path}/${id}`, { token })
  assert.deepEqual([body.url, body.events, body.status], [valid.url, valid.events, 'active'])
})
