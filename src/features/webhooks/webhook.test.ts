import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'

const path = '/api/v1/webhooks'
const reason = 'requested by a test'
const url = 'http://127.0.0.1:9/hook?of=a-test'
const forms = {
  unversioned: { id: /^whk_[0-9A-Z]{26}$/, events: ['evidence.claim.created', 'evidence.claim.rejected'] },
  versioned: {
    id: /^whe_[0-9A-Z]{26}$/,
    events: ['governance.evidence_claim.created.v1', 'governance.evidence_claim.rejected.v1'],
  },
}

let p: Probata
let token: string
let cookie: string
/** The service account of the token. */
let scanner: string

const switchTo = async (webhookForm: string): Promise<void> => {
  const body = { webhookForm, reason }
  const response = await p.call('PATCH', '/api/workspace/webhook-settings', { cookie, body })
  assert.deepEqual([response.status, response.body.webhookForm], [200, webhookForm])
}

const create = async (overrides: object = {}, key?: string) => {
  const body = { url, events: forms.unversioned.events, description: 'Ticket system', reason, ...overrides }
  const response = await p.call('POST', path, { token, body, ...(key && { key }) })
  assert.equal(response.status, 201, response.text)
  return response.body
}

before(async () => {
  p = await boot({ env: { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  token = await p.token('acme-scanner')
  cookie = await p.signIn('admin@acme.example')
  const [row] = await p.sql(`select subject_id as id from login_name where name = 'acme-scanner'`)
  scanner = String(row?.id)
})
after(() => p[Symbol.asyncDispose]())

describe('the unversioned form: shape B', () => {
  test('create returns the record including the secret; get, list and update return it without the secret', async () => {
    const { webhook, ...otherFields } = await create()
    assert.deepEqual(otherFields, {})
    const { signingSecret, ...record } = webhook
    assert.match(signingSecret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const { id, createdAt } = record
    assert.match(id, forms.unversioned.id)
    const expected = {
      id,
      url,
      events: forms.unversioned.events,
      description: 'Ticket system',
      status: 'active',
      createdAt,
      createdBy: { kind: 'service_account', id: scanner },
      stopped: null,
      withheldEvents: [],
      etag: webhook.etag,
    }
    assert.deepEqual(record, expected)
    assert.deepEqual((await p.call('GET', `${path}/${id}`, { token })).body, expected)
    assert.deepEqual((await p.call('GET', path, { token })).body.webhooks[0], expected)
    const changes = { description: 'Another', url: `${url}2`, events: ['*'], reason }
    const updated = await p.call('PATCH', `${path}/${id}`, { token, key: 'change-shape-b', body: changes })
    const { reason: _, ...fields } = changes
    assert.deepEqual(
      [updated.status, updated.body],
      [200, { ...expected, ...fields, etag: updated.headers.get('etag') ?? updated.body.etag }],
    )
    assert.notEqual(updated.body.etag, webhook.etag)
  })

  test('people can do the same on the workspace surface', async () => {
    const { webhook } = await create()
    const auditor = await p.signIn('auditor@acme.example')
    const { signingSecret: _, ...record } = webhook
    const response = await p.call('GET', `/api/workspace/webhooks/${webhook.id}`, { cookie: auditor })
    const { createdBy } = record
    const etag = response.headers.get('etag')
    assert.deepEqual(response.body, { ...record, createdBy: { ...createdBy, name: 'scanner' }, etag })
    const body = { url, events: ['*'], description: 'Made by a person', reason }
    assert.equal((await p.call('POST', '/api/workspace/webhooks', { cookie: auditor, body })).status, 403)
    const createdWebhook = await p.call('POST', '/api/workspace/webhooks', { cookie, body })
    assert.deepEqual(createdWebhook.body.webhook.events, ['*'])
    const { kind, name } = createdWebhook.body.webhook.createdBy
    assert.deepEqual({ kind, name }, { kind: 'person', name: 'admin of acme' })
  })
})

describe('the versioned form: shape A', () => {
  before(() => switchTo('versioned'))
  after(() => switchTo('unversioned'))

  test('create returns the record and, next to it, the secret; get, list and update return only the record', async () => {
    const { webhook, signingSecret, ...otherFields } = await create({ events: forms.versioned.events })
    assert.deepEqual(otherFields, {})
    assert.match(signingSecret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const { id, createdAt } = webhook
    assert.match(id, forms.versioned.id)
    const expected = {
      id,
      name: 'Ticket system',
      urlHost: '127.0.0.1',
      subscribedEvents: forms.versioned.events,
      status: 'active',
      createdAt,
      updatedAt: createdAt,
      createdBy: { kind: 'service_account', id: scanner },
      stopped: null,
      withheldEvents: [],
      etag: webhook.etag,
    }
    assert.deepEqual(webhook, expected)
    assert.deepEqual((await p.call('GET', `${path}/${id}`, { token })).body, expected)
    assert.deepEqual((await p.call('GET', path, { token })).body.webhooks[0], expected)
    p.clock.advance(1000)
    const body = { description: 'Also the name', events: forms.versioned.events.slice(1), reason }
    const { body: updated } = await p.call('PATCH', `${path}/${id}`, { token, key: 'change-shape-a', body })
    assert.ok(updated.updatedAt > createdAt)
    const { updatedAt, etag } = updated
    assert.notEqual(etag, webhook.etag)
    assert.deepEqual(updated, { ...expected, name: 'Also the name', subscribedEvents: body.events, updatedAt, etag })
    const nameChange = { name: 'A name of its own', reason }
    const { body: renamed } = await p.call('PATCH', `${path}/${id}`, { token, key: 'name-shape-a', body: nameChange })
    assert.equal(renamed.name, 'A name of its own')
  })

  test('switching the form changes existing webhooks but not their ids; lists still begin with the newest', async () => {
    const { webhook: second } = await create({ events: forms.versioned.events, name: 'Second' })
    assert.equal(second.name, 'Second')
    await switchTo('unversioned')
    p.clock.advance(1000)
    const { webhook: third } = await create()
    const { body } = await p.call('GET', `${path}?limit=2`, { token })
    assert.deepEqual(
      body.webhooks.map(({ id }: { id: string }) => id),
      [third.id, second.id],
    )
    assert.deepEqual(body.webhooks[1].events, forms.unversioned.events)
    const next = await p.call('GET', `${path}?limit=200&cursor=${body.pagination.nextCursor}`, { token })
    const olderIds: string[] = next.body.webhooks.map(({ id }: { id: string }) => id)
    assert.ok(olderIds.length > 0 && !olderIds.includes(third.id) && !olderIds.includes(second.id))
    await switchTo('versioned')
    const { body: shownWebhook } = await p.call('GET', `${path}/${third.id}`, { token })
    assert.deepEqual([shownWebhook.id, shownWebhook.subscribedEvents], [third.id, forms.versioned.events])
  })
})

for (const form of ['unversioned', 'versioned'] as const) {
  test(`webhooks can subscribe to exactly the catalogue of the ${form} form`, async () => {
    await switchTo(form)
    const { body } = await p.call('GET', `${path}/events`, { token })
    const types: string[] = body.events.map(({ type }: { type: string }) => type)
    for (const type of [
      ...forms[form].events,
      { versioned: 'governance.webhook.test.v1', unversioned: 'webhook.test' }[form],
    ])
      assert.ok(types.includes(type), type)
    const created = body.events.find(({ type }: { type: string }) => type === forms[form].events[0])
    assert.equal(created.scope, 'governance.evidence:read')
    assert.deepEqual(created.dataSchema.required, ['claim'])
    assert.deepEqual(Object.keys(created.example.claim), created.dataSchema.properties.claim.required)
    const { webhook } = await create({ events: types.filter(type => /evidence[._]claim/.test(type)) })
    assert.ok(webhook.id)
    await switchTo('unversioned')
  })
}

test('a workspace has at most 200 webhooks, not counting deleted ones', async () => {
  const globex = await p.token('globex-scanner')
  const make = () =>
    p.call('POST', path, { token: globex, body: { url, events: ['*'], description: 'One of many', reason } })
  const createdWebhook = await Promise.all(Array.from({ length: 201 }, make))
  const rejected = createdWebhook.filter(({ status }) => status === 422)
  assert.equal(rejected.length, 1)
  assert.match(rejected[0]?.text ?? '', /at most 200/)
  const { id } = createdWebhook.find(({ status }) => status === 201)?.body.webhook ?? {}
  const deletion = await p.call('DELETE', `${path}/${id}`, { token: globex, key: `delete-${id}`, body: { reason } })
  assert.deepEqual([deletion.status, (await make()).status, (await make()).status], [204, 201, 422])
})

test('auditors can read settings, administrators can change them, and the change is audited', async () => {
  const settings = '/api/workspace/webhook-settings'
  const auditor = await p.signIn('auditor@acme.example')
  assert.equal((await p.call('GET', settings, { cookie: auditor })).body.webhookForm, 'unversioned')
  const body = { webhookForm: 'versioned', reason }
  assert.equal((await p.call('PATCH', settings, { cookie: auditor, body })).status, 403)
  for (const webhookForm of ['', 'v2', null, ['versioned']]) {
    const rejected = await p.call('PATCH', settings, { cookie, body: { webhookForm, reason } })
    assert.deepEqual([rejected.status, rejected.body.issues[0].path], [400, ['webhookForm']])
  }
  await switchTo('versioned')
  await switchTo('unversioned')
  const rows = await p.sql(`select record::jsonb->>'detail' as detail from audit_event
    where action = 'webhook.settings' and record::jsonb->>'outcome' = 'done' order by id desc limit 2`)
  assert.deepEqual(
    rows.map(({ detail }) => detail),
    ['versioned → unversioned', 'unversioned → versioned'],
  )
})
