import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventsOf, newSender, patch, type Sender } from '#test/scim.ts'
import { boot, type Probata } from '#test/system.ts'

// RFC 7644, https://www.rfc-editor.org/rfc/rfc7644
const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error'

const encoded = (filter: string) => `?filter=${encodeURIComponent(filter)}`

describe('the protocol', { concurrency: false }, () => {
  let p: Probata
  let sender: Sender
  before(async () => {
    p = await boot({ env: { PROBATA_RATE_LIMITS: 'token-issuance=1000,scim=100000' } })
    sender = await newSender(p)
  })
  after(() => p[Symbol.asyncDispose]())

  const assertError = (response: Awaited<ReturnType<Sender['send']>>, status: number, scimType?: string) => {
    const { body, headers } = response
    assert.equal(headers.get('content-type'), 'application/scim+json; charset=utf-8')
    assert.deepEqual(
      [response.status, body.schemas, body.status, body.scimType, Object.keys(body).toSorted().at(0)],
      [status, [errorUrn], String(status), scimType, 'detail'],
      response.text,
    )
  }

  test('all errors have the SCIM format (section 3.12)', async () => {
    const base = `/scim/v2/${sender.workspace}`
    const raw = (headers: Record<string, string>, body: string) =>
      p.call('POST', `${base}/Users`, { token: sender.token, headers, body })
    const scim = { 'content-type': 'application/scim+json' }
    assertError(await p.call('GET', `${base}/Users`), 401)
    assertError(await p.call('GET', `${base}/Users`, { token: await p.token('acme-reader') }), 401)
    assertError(await sender.send('GET', '/Users/prs_0000000000ZZZZZZZZZZZZZZZZ'), 404)
    assertError(await sender.send('GET', '/Nothing'), 404)
    assertError(await sender.send('DELETE', '/Users'), 405)
    assertError(await raw(scim, '{"userName":'), 400, 'invalidSyntax')
    assertError(await raw(scim, '[]'), 400, 'invalidSyntax')
    assertError(await raw(scim, ''), 400, 'invalidSyntax')
    assertError(await raw({ 'content-type': 'text/xml' }, '<user/>'), 415)
    assertError(await raw(scim, JSON.stringify({ userName: 'a@acme.example', note: 'x'.repeat(1024 * 1024) })), 413)
    assertError(await sender.send('POST', '/Users', { userName: 'no address' }), 400, 'invalidValue')
    assertError(
      await sender.send('POST', '/Users', { userName: 'a@acme.example', active: 'perhaps' }),
      400,
      'invalidValue',
    )
    assertError(await sender.send('POST', '/Groups', {}), 400, 'invalidValue')
    assertError(
      await sender.send('POST', '/Groups', { displayName: 'G', members: [{ value: 'prs_1' }] }),
      400,
      'invalidValue',
    )
  })

  test('application/json is also accepted, and a DELETE may have a content type without a body', async () => {
    const path = `/scim/v2/${sender.workspace}/Users`
    const created = await p.call('POST', path, { token: sender.token, body: { userName: 'json@acme.example' } })
    assert.equal(created.status, 201, created.text)
    const headers = { 'content-type': 'application/scim+json' }
    const deletion = await p.call('DELETE', `${path}/${created.body.id}`, { token: sender.token, headers })
    assert.equal(deletion.status, 204, deletion.text)
  })

  test('the rate limit of SCIM responds in the SCIM format', async () => {
    await using limited = await boot({
      env: { PROBATA_RATE_LIMITS: 'scim=3,token-read=1000,token-write=1000' },
    })
    const { send } = await newSender(limited)
    for (let i = 0; i < 3; i++) assert.equal((await send('GET', '/Users')).status, 200)
    const response = await send('GET', '/Users')
    assertError(response, 429)
    assert.ok(Number(response.headers.get('retry-after')) > 0)
    // People of the workspace are not affected.
    assert.equal(
      (await limited.call('GET', '/api/workspace/people', { cookie: await limited.signIn('admin@acme.example') }))
        .status,
      200,
    )
  })

  test('an internal failure is a SCIM error 500 without details', async () => {
    await using broken = await boot()
    const { send } = await newSender(broken)
    await broken.sql('alter table scim_group rename to scim_group_away')
    const response = await send('GET', '/Groups')
    assertError(response, 500)
    assert.ok(!response.text.includes('scim_group'))
  })

  test('unsupported filters are rejected, and never list everyone (section 3.4.2.2)', async () => {
    for (const filter of [
      'userName sw "a"',
      'userName eq "a" or userName eq "b"',
      'not (active eq true)',
      'title eq "x"',
      'userName pr',
      'userName eq 1',
      'userName eq',
      'active eq "perhaps"',
    ]) {
      const response = await sender.send('GET', `/Users${encoded(filter)}`)
      assertError(response, 400, filter.startsWith('active') ? 'invalidValue' : 'invalidFilter')
    }
    assertError(await sender.send('GET', `/Groups${encoded('userName eq "x"')}`), 400, 'invalidFilter')
  })

  test('a filter with a control character is rejected, even if it is escaped', async () => {
    for (const filter of ['userName eq "\\u0000"', 'emails[type eq "work"].value eq "a\\u0000"', 'id eq "\\u007f"'])
      assertError(await sender.send('GET', `/Users${encoded(filter)}`), 400, 'invalidFilter')
    const search = { filter: 'displayName eq "\\u0000"' }
    for (const path of ['/.search', '/Users/.search', '/Groups/.search'])
      assertError(await sender.send('POST', path, search), 400, 'invalidFilter')
  })

  test('a string that exceeds the index limit of 2,704 bytes is rejected as too long, not as a conflict', async () => {
    // Without repetition, since PostgreSQL compresses texts.
    const characters = (length: number) => String.fromCodePoint(...Array.from({ length }, (_, i) => 0x4e00 + i * 19))
    const long = characters(600)
    for (const [method, path, body] of [
      ['POST', '/Groups', { displayName: long }],
      ['POST', '/Groups', { displayName: 'Long', externalId: long }],
      ['POST', '/Users', { userName: long, emails: [{ value: 'long@acme.example' }] }],
      ['POST', '/Users', { userName: 'long@acme.example', externalId: long }],
    ] as const) {
      const response = await sender.send(method, path, body)
      assertError(response, 400, 'invalidValue')
      assert.match(response.body.detail, /at most 1600 bytes/)
    }
    // This letter takes three bytes in lower case instead of two.
    await sender.ok('POST', '/Groups', {
      displayName: '\u023a'.repeat(100) + characters(450),
      externalId: characters(533),
    })
    await sender.ok('POST', '/Groups', { displayName: 'x'.repeat(1024) })
  })

  test('pages start at 1, a negative count means 0, and a large count means 200 (section 3.4.2.4)', async () => {
    const total = (await sender.ok('GET', '/Users?count=0')).totalResults
    assert.ok(total >= 5)
    for (const [query, startIndex, length] of [
      ['startIndex=0&count=2', 1, 2],
      ['startIndex=-3&count=-1', 1, 0],
      [`startIndex=${total}&count=5`, total, 1],
      [`startIndex=${total + 1}`, total + 1, 0],
      ['count=100000', 1, total],
    ] as const) {
      const body = await sender.ok('GET', `/Users?${query}`)
      assert.deepEqual(
        [body.startIndex, body.itemsPerPage, body.Resources.length, body.totalResults],
        [startIndex, length, length, total],
        query,
      )
    }
  })

  test('attributes and excludedAttributes select the attributes in the response (section 3.9)', async () => {
    const { Resources } = await sender.ok('GET', '/Users?attributes=userName,emails.value&count=1')
    assert.deepEqual(Object.keys(Resources[0]).toSorted(), ['emails', 'id', 'schemas', 'userName'])
    assert.deepEqual(Object.keys(Resources[0].emails[0]), ['value'])
    const trimmedUser = await sender.ok('GET', `/Users/${Resources[0].id}?excludedAttributes=emails,META`)
    assert.deepEqual(['emails' in trimmedUser, 'meta' in trimmedUser, 'userName' in trimmedUser], [false, false, true])
  })

  test('POST searches work for users, groups and both (section 3.4.3)', async () => {
    const id = await sender.user('search@acme.example')
    const group = await sender.ok('POST', '/Groups', { displayName: 'Searched' })
    const ids = async (path: string, body: object) =>
      (await sender.ok('POST', path, body)).Resources.map((resource: { id: string }) => resource.id)
    assert.deepEqual(await ids('/.search', { filter: 'userName eq "search@acme.example"' }), [id])
    assert.deepEqual(await ids('/Users/.search', { filter: `id eq "${id}"` }), [id])
    assert.deepEqual(await ids('/Groups/.search', { filter: 'displayName eq "searched"' }), [group.id])
    const all = await sender.ok('POST', '/.search', {})
    const last = await sender.ok('POST', '/.search', { startIndex: all.totalResults, count: 5 })
    assert.deepEqual([last.Resources.length, last.Resources[0].meta.resourceType], [1, 'Group'])
    assertError(await sender.send('POST', '/.search', { filter: 'title eq "x"' }), 400, 'invalidFilter')
  })

  test('the service describes itself (RFC 7644 section 4, RFC 7643 sections 5 to 7)', async () => {
    const config = await sender.ok('GET', '/ServiceProviderConfig')
    assert.deepEqual([config.patch.supported, config.bulk.supported, config.filter.maxResults], [true, false, 200])
    const types = await sender.ok('GET', '/ResourceTypes')
    for (const { id, endpoint, schema, meta } of types.Resources) {
      assert.ok((await sender.send('GET', endpoint)).status === 200)
      assert.equal((await sender.ok('GET', `/Schemas/${schema}`)).id, schema)
      assert.equal((await sender.ok('GET', `/ResourceTypes/${id}`)).meta.location, meta.location)
    }
    assert.equal((await sender.ok('GET', '/Schemas')).totalResults, 2)
    assertError(await sender.send('GET', '/Schemas/urn:nothing'), 404)
  })

  test('every request is recorded with operation, target, attributes and outcome, but without values', async () => {
    const id = await sender.user('logged@acme.example', { displayName: 'Planted name', externalId: 'planted-id' })
    await sender.send(
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'replace', value: { displayName: 'Planted next', active: false } }),
    )
    await sender.send('PATCH', `/Users/${id}`, patch({ op: 'remove', path: 'active' }))
    await sender.send('POST', '/Users', { userName: 'logged@acme.example' })
    await sender.send('PUT', '/Nothing')
    const events = (await eventsOf(p)).slice(0, 5).reverse()
    assert.deepEqual(
      events.map((event: Record<string, unknown>) => [event.operation, event.status, event.targetId, event.changed]),
      [
        ['createScimUser', 201, id, ['userName', 'externalId', 'displayName', 'name', 'emails', 'active']],
        ['patchScimUser', 200, id, ['displayName', 'active']],
        ['patchScimUser', 400, id, []],
        ['createScimUser', 409, null, []],
        ['unknown', 404, null, []],
      ],
    )
    for (const { detail, status } of events) assert.equal(detail !== null, status >= 400)
    // The list adds the current name of the person. The stored record has no values of the request.
    const [, { targetName }] = events
    assert.equal(targetName, 'Planted next')
    const recorded = await p.sql('select record from scim_event')
    const withoutNames = events.map((event: Record<string, unknown>) => ({ ...event, targetName: null }))
    assert.ok(!/planted/i.test(JSON.stringify([recorded, withoutNames])))
    const failed = await p.call('GET', '/api/workspace/scim-events?outcome=failed', {
      cookie: await p.signIn('auditor@acme.example'),
    })
    assert.ok(failed.body.scimEvents.every(({ status }: { status: number }) => status >= 400))
    const tokens = await p.call('GET', '/api/workspace/provisioning-tokens', {
      cookie: await p.signIn('admin@acme.example'),
    })
    const [{ lastRequestAt, lastSuccessAt }] = tokens.body.provisioningTokens
    assert.ok(lastSuccessAt && lastRequestAt >= lastSuccessAt)
  })

  test('a response does not wait for the log, and failed writes are retried', async () => {
    await using slow = await boot()
    const { ok } = await newSender(slow)
    await slow.sql('alter table scim_event rename to scim_event_away')
    await ok('GET', '/Users')
    await slow.system.services.scimLog.flush()
    await slow.sql('alter table scim_event_away rename to scim_event')
    const [event] = await eventsOf(slow)
    assert.equal(event.operation, 'listScimUsers')
  })
})
