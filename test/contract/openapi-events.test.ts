import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cataloguedEvents, eventName } from '#http/event.ts'
import { openapi } from '#http/openapi.ts'
import { newSigningSecret, signatureHeaders, signingKeys } from '#src/features/webhooks/engine/sign.ts'
import { endpoints } from '#src/features.ts'
import { claimInput, noon } from '#test/fixture.ts'
import { boot } from '#test/system.ts'
import { compile } from './responses.ts'

const documents = (['machine', 'workspace'] as const).map(name => openapi(name, endpoints))

const types = cataloguedEvents().map(({ type }) => type)

/** The events that the documents describe, each with a validator of its envelope that rejects additional fields. */
const describedEvents = documents.flatMap(({ webhooks, components }) =>
  Object.entries(webhooks).map(([type, path]) => {
    const { post } = Object(path)
    const { schema, example } = post.requestBody.content['application/json']
    const validator = compile({ ...schema, components: { schemas: components.schemas } })
    const assertValid = (envelope: unknown): void => {
      assert.ok(validator(envelope), `${type}: ${JSON.stringify(validator.errors)} in ${JSON.stringify(envelope)}`)
    }
    return { type, post, example, assertValid, validator }
  }),
)

test('both documents describe every event type of the catalogue, and no other', () => {
  assert.ok(types.includes('evidence.claim.created') && types.includes('webhook.test'))
  for (const { webhooks } of documents) assert.deepEqual(Object.keys(webhooks), types)
  for (const { type, post } of describedEvents)
    assert.ok(post.description.includes(`\`${eventName('versioned', type)}\``))
})

test('every example of an event is valid against its own schema, under both names', () => {
  for (const { type, example, assertValid } of describedEvents) {
    assertValid(example)
    assertValid({ ...example, type: eventName('versioned', type) })
  }
})

test('an envelope that lacks a field, or has another type, is not valid', () => {
  for (const { example, validator } of describedEvents) {
    for (const field of Object.keys(example)) {
      const { [field]: _, ...rest } = example
      assert.ok(!validator(rest), field)
    }
    assert.ok(!validator({ ...example, type: 'finding.vanished' }))
    assert.ok(!validator({ ...example, data: {} }))
  }
})

test('operation ids of events are unique, also among those of the endpoints', () => {
  for (const { paths, webhooks } of documents) {
    const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap(path =>
      Object.values(Object(path)),
    )
    const ids = operations.map(operation => Object(operation).operationId)
    assert.equal(new Set(ids).size, ids.length)
  }
})

test('the documented headers are those that sign a delivery, and match their examples and the signer', () => {
  const sentHeaders = signatureHeaders({
    keys: [newSigningSecret(), newSigningSecret()].map(signingKeys),
    deliveryId: 'whd_01JZ8Q4D3N6V0M2K5T7W9Y1B4C',
    eventId: 'evt_01JZ8Q4D3N6V0M2K5T7W9Y1B4C',
    type: 'evidence.claim.created',
    at: noon,
    body: Buffer.from('{}'),
  })
  for (const { components } of documents) {
    const parameters = Object.values(components.parameters ?? {}).map(Object)
    for (const { post } of describedEvents) {
      const names: string[] = post.parameters.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1)?.toLowerCase())
      assert.deepEqual(names.toSorted(), Object.keys(sentHeaders).sort())
      for (const name of names) {
        const parameter = parameters.find(parameter => parameter.name.toLowerCase() === name)
        const isValid = compile(parameter.schema)
        for (const value of [parameter.example, sentHeaders[name]]) assert.ok(isValid(value), `${name}: ${value}`)
      }
    }
  }
})

test('the sent events are valid against the documents, in both forms', async () => {
  await using p = await boot()
  const [token, cookie] = [await p.token('acme-scanner'), await p.signIn('admin@acme.example')]
  const sentTypes: string[] = []
  for (const webhookForm of ['unversioned', 'versioned'] as const) {
    const settings = { webhookForm, reason: 'as the receivers expect it' }
    const response = await p.call('PATCH', '/api/workspace/webhook-settings', { cookie, body: settings })
    assert.equal(response.status, 200, response.text)
    const { body: claim } = await p.call('POST', '/api/v1/governance/evidence/claims', {
      token,
      body: claimInput(`described-${webhookForm}`),
    })
    const reviewer = await p.signIn('reviewer@acme.example')
    const claimDetail = await p.call('GET', `/api/workspace/claims/${claim.id}`, { cookie: reviewer })
    const decision = { reviewedDigest: claimDetail.body.reviewedDigest, reason: 'the report is complete' }
    const path = `/api/workspace/claims/${claim.id}/approve`
    assert.equal((await p.call('POST', path, { cookie: reviewer, body: decision })).status, 200)
  }
  for (const { type, body } of await p.sql(`select type, body from outbox_event where type like 'evidence.claim.%'`)) {
    const envelope = JSON.parse(String(body))
    sentTypes.push(envelope.type)
    const descriptions = describedEvents.filter(event => event.type === type)
    assert.equal(descriptions.length, documents.length)
    for (const { assertValid } of descriptions) assertValid(envelope)
  }
  const names = ['evidence.claim.approved', 'evidence.claim.created']
  assert.deepEqual(sentTypes.sort(), [...names, ...names.map(name => eventName('versioned', name))])
})
