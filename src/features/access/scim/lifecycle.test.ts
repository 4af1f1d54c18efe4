import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hour } from '#lib/clock.ts'
import { startMailServer } from '#test/mail-server.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { eventsOf, groupUrn, newSender, patch } from '#test/scim.ts'
import { restSecond, setRules } from '#test/second-administrator.ts'
import { boot } from '#test/system.ts'
import { until } from '#test/until.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'

const active = (value: boolean) => patch({ op: 'replace', path: 'active', value })

test('a deactivation ends sessions, links, feeds and requests on every node within a second', async () => {
  await using database = await createTestDatabase('workspace')
  await using firstNode = await boot({ database: database.connection, provision: null })
  await using secondNode = await boot({ database: database.connection, provision: null })
  const sender = await newSender(firstNode)
  const acme = createWorkspaceClient(secondNode)
  const id = (await acme.people()).reviewer ?? ''
  await acme.ask('admin', 'PATCH', `/people/${id}`, { role: 'admin' })

  const cookie = await secondNode.signIn('reviewer@acme.example')
  const feed = await acme.ask('reviewer', 'POST', '/calendar-feeds', { name: 'mine' })
  const feedPath = new URL(feed.body.address).pathname
  const invitation = { email: 'guest@acme.example', name: 'Guest', role: 'auditor' }
  const link = await acme.ask('reviewer', 'POST', '/people/invitations', invitation)
  const token = link.body.url.split('#')[1]
  const hold = await acme.ask('admin', 'POST', '/storage-holds', { claimId: null })
  await acme.ask('reviewer', 'POST', `/storage-holds/${hold.body.id}/release`, {})
  const status = async (method: string, path: string, body?: object) =>
    (
      await secondNode.call(method, path, {
        ...(path.startsWith('/api/workspace/session') && { cookie }),
        ...(body && { body }),
      })
    ).status
  const previewLink = () => status('POST', '/api/workspace/invitations/look', { token })
  assert.equal(await previewLink(), 200)
  assert.equal(await status('GET', '/api/workspace/session'), 200)
  assert.equal(await status('GET', feedPath), 200)

  assert.equal((await sender.ok('PATCH', `/Users/${id}`, active(false))).active, false)
  const deactivatedAt = performance.now()
  await until('the session ended', async () => {
    const requestedAt = performance.now()
    if ((await status('GET', '/api/workspace/session')) === 401) return true
    assert.ok(requestedAt - deactivatedAt < 1000, `still admitted ${requestedAt - deactivatedAt} ms later`)
    return false
  })
  assert.equal(await status('GET', feedPath), 404)
  assert.equal(await previewLink(), 401)
  const holds = await acme.get('admin', `/storage-holds/${hold.body.id}`)
  assert.deepEqual([holds.status, holds.releaseAskedBy], ['active', null])
  const signIn = await secondNode.call('POST', '/api/workspace/session', {
    body: { email: 'reviewer@acme.example', password: 'correct horse battery staple' },
  })
  assert.equal(signIn.status, 401)
})

test('a replacement without active does not change whether a user is active', async () => {
  await using p = await boot()
  const { ok, user } = await newSender(p)
  const id = await user('leaver@acme.example')
  const put = (overrides: object) => ok('PUT', `/Users/${id}`, { userName: 'leaver@acme.example', ...overrides })
  assert.equal((await put({ displayName: 'Lea' })).active, true)
  assert.equal((await put({ active: false })).active, false)
  assert.deepEqual(
    [(await put({ displayName: 'Lea Leaver' })).active, (await put({ active: null })).active],
    [false, false],
  )
  assert.equal((await ok('GET', `/Users/${id}`)).displayName, undefined)
  assert.equal((await put({ active: 'True' })).active, true)
})

test('a replacement without members keeps the members of a group; an empty list removes them', async () => {
  await using p = await boot()
  const { ok, user } = await newSender(p)
  const value = await user('member@acme.example')
  const { id } = await ok('POST', '/Groups', { displayName: 'Before', members: [{ value }] })
  const put = async (overrides: object) =>
    (await ok('PUT', `/Groups/${id}`, { displayName: 'After', ...overrides })).members
  const members = await put({})
  assert.deepEqual(
    members.map((member: { value: string }) => member.value),
    [value],
  )
  assert.equal((await put({ members: null })).length, 1)
  assert.deepEqual(await put({ members: [] }), [])
})

test('adding a member who has more groups than the limit returns a SCIM error', async () => {
  await using p = await boot()
  const { ok, send, user } = await newSender(p)
  const value = await user('joiner@acme.example')
  const { id } = await ok('POST', '/Groups', { displayName: 'First', members: [{ value }] })
  await p.sql(
    `insert into scim_group (organization_id, id, display_name, name_key, external_id, created_at, updated_at)
     select organization_id, id || n, 'g' || n, 'g' || n, 'e' || n, created_at, updated_at
       from scim_group, generate_series(1, 1000) n where id = $1`,
    [id],
  )
  await p.sql(
    `insert into scim_group_member (organization_id, group_id, person_id)
     select organization_id, id, $1 from scim_group where id <> $2`,
    [value, id],
  )
  const response = await send('POST', '/Groups', { displayName: 'Last', members: [{ value }] })
  assert.deepEqual([response.status, response.body.scimType], [400, 'invalidValue'])
  assert.match(response.body.detail, /has more than 2000 names and ids of groups/)
})

test('the last administrator cannot be deactivated, and the response has the reason', async () => {
  await using p = await boot()
  const { ok, send } = await newSender(p)
  const acme = createWorkspaceClient(p)
  const { admin, auditor } = await acme.people()
  for (const [method, body] of [
    ['PATCH', active(false)],
    ['PUT', { userName: 'admin@acme.example', active: false }],
    ['DELETE', undefined],
  ] as const) {
    const response = await send(method, `/Users/${admin}`, body)
    assert.deepEqual([response.status, response.body.status], [403, '403'])
    assert.match(response.body.detail, /is the last administrator/)
  }
  assert.equal((await ok('GET', `/Users/${admin}`)).active, true)
  const [event] = await eventsOf(p)
  assert.deepEqual([event.operation, event.status, event.changed], ['getScimUser', 200, []])
  const failures = (await eventsOf(p)).filter(({ status }: { status: number }) => status === 403)
  assert.equal(failures.length, 3)
  for (const { detail } of failures) assert.match(detail, /last administrator/)
  await acme.ask('admin', 'PATCH', `/people/${auditor}`, { role: 'admin' })
  assert.equal((await ok('PATCH', `/Users/${admin}`, active(false))).active, false)
})

test('a break-glass administrator cannot be deactivated, with a security event; removing the last administrator from a group keeps their role', async () => {
  await using p = await boot()
  const { ok, send } = await newSender(p)
  const acme = createWorkspaceClient(p)
  const { admin, auditor } = await acme.people()
  const countEvents = async (type: string) =>
    (await p.sql('select from security_event where record like $1', [`%"${type}"%`])).length
  await acme.ask('admin', 'PATCH', `/people/${auditor}`, { role: 'admin' })
  await p.sql(
    `insert into sign_in_policy (organization_id, id, is_current, sign_in, break_glass_ids, record)
     select organization_id, 'sip_of_the_test', true, 'single_sign_on', array[id::text], '{}' from person where id = $1`,
    [auditor],
  )
  for (const [method, body] of [
    ['PATCH', active(false)],
    ['PUT', { userName: 'auditor@acme.example', active: false }],
    ['DELETE', undefined],
  ] as const) {
    const response = await send(method, `/Users/${auditor}`, body)
    assert.equal(response.status, 403, response.text)
    assert.match(response.body.detail, /is a break-glass administrator/)
  }
  assert.equal(await countEvents('deactivationRefused'), 1)
  await p.sql(`update sign_in_policy set sign_in = 'any'`)
  assert.equal((await ok('PATCH', `/Users/${auditor}`, active(false))).active, false)

  const admins = await ok('POST', '/Groups', { schemas: [groupUrn], displayName: 'admins' })
  const members = (op: 'add' | 'remove') =>
    ok('PATCH', `/Groups/${admins.id}`, patch({ op, path: 'members', value: [{ value: admin }] }))
  await members('add')
  const rules = [{ source: 'scim', group: 'admins', role: 'admin' }]
  await setRules(p, await p.signIn('admin@acme.example'), rules)
  await restSecond(p)
  const mapped = await acme.ask('admin', 'POST', `/people/${admin}/access-source`, { source: 'groups' })
  assert.ok(mapped.status < 300, mapped.text)
  await members('remove')
  assert.equal((await ok('GET', `/Users/${admin}`)).active, true)
  assert.equal(await countEvents('lastAdministratorKept'), 1)
  const log = (await eventsOf(p)).filter(({ detail }: { detail: string | null }) =>
    /managed by hand/.test(detail ?? ''),
  )
  assert.deepEqual([log.length, log[0].operation], [1, 'patchScimGroup'])
})

test('a person disabled by an administrator stays disabled; a person deactivated by the provider must be activated there', async () => {
  await using p = await boot()
  const { ok, tokenId } = await newSender(p)
  const acme = createWorkspaceClient(p)
  const { reviewer, contributor } = await acme.people()
  await acme.ask('admin', 'PATCH', `/people/${reviewer}`, { disabled: true })
  for (const value of [true, false, true]) {
    assert.equal((await ok('PATCH', `/Users/${reviewer}`, active(value))).active, false)
  }
  const [event] = await eventsOf(p)
  assert.match(event.detail, /An administrator of the workspace disabled this person/)
  assert.deepEqual([event.code, event.values], ['scim.disabled_by_administrator', {}])
  assert.ok(event.targetName)
  assert.equal((await acme.ask('admin', 'PATCH', `/people/${reviewer}`, { disabled: false })).status, 200)

  await ok('PATCH', `/Users/${contributor}`, active(false))
  const enable = () => acme.ask('admin', 'PATCH', `/people/${contributor}`, { disabled: false })
  const response = await enable()
  assert.deepEqual(
    [response.status, response.body.message],
    [422, 'The identity provider deactivated this person; activate them there.'],
  )
  assert.equal((await ok('PATCH', `/Users/${contributor}`, active(true))).active, true)
  await ok('DELETE', `/Users/${contributor}`)
  await acme.ask('admin', 'DELETE', `/provisioning-tokens/${tokenId}`)
  assert.equal((await enable()).status, 200)
})

test('a person who saw the token is a custodian of the people created with it, who start as auditors', async () => {
  await using p = await boot()
  const { ok, user } = await newSender(p)
  const acme = createWorkspaceClient(p)
  const id = await user('made@acme.example')
  const { custodians } = await acme.get('auditor', `/people/${id}/custodians`)
  const { admin } = await acme.people()
  assert.deepEqual(
    custodians.map((custodian: { id: string; why: string }) => [custodian.id, custodian.why]),
    [[admin, 'provisioning_token']],
  )
  const person = await acme.get('admin', `/people/${id}`)
  assert.deepEqual([person.role, person.status], ['auditor', 'active'])
  await ok('PUT', `/Users/${id}`, { userName: 'made@acme.example', roles: [{ value: 'admin' }], active: true })
  assert.equal((await acme.get('admin', `/people/${id}`)).role, 'auditor')
})

test("a deletion keeps the person's decisions, and creating the user again restores the same person", async () => {
  await using p = await boot()
  const { ok, send, user } = await newSender(p)
  const acme = createWorkspaceClient(p)
  const claim = await acme.claim('kept')
  await acme.decide(claim, 'approve')
  const { reviewer = '' } = await acme.people()
  assert.equal((await send('DELETE', `/Users/${reviewer}`)).status, 204)
  assert.equal((await acme.get('admin', `/claims/${claim}`)).reviewedBy ?? reviewer, reviewer)
  assert.equal(await user('reviewer@acme.example', { externalId: 'back' }), reviewer)
  assert.equal((await acme.get('admin', `/people/${reviewer}`)).status, 'active')
  assert.equal((await ok('GET', `/Users/${reviewer}`)).externalId, 'back')
})

test('a token can be rotated with an overlap and revoked, expires, and works for one workspace only', async () => {
  await using p = await boot()
  const sender = await newSender(p)
  const acme = createWorkspaceClient(p)
  const ask = (token: string, workspace = sender.workspace) => p.call('GET', `/scim/v2/${workspace}/Users`, { token })
  const rotation = await acme.ask('admin', 'POST', `/provisioning-tokens/${sender.tokenId}/rotate`, { overlapHours: 2 })
  const next = rotation.body.token
  for (const token of [sender.token, next]) assert.equal((await ask(token)).status, 200)
  const globex = await newSender(p, 'admin@globex.example')
  const foreign = await ask(next, globex.workspace)
  assert.deepEqual([foreign.status, foreign.body.status], [401, '401'])
  assert.match(foreign.headers.get('www-authenticate') ?? '', /invalid_token/)
  p.clock.advance(2 * hour)
  assert.equal((await ask(sender.token)).status, 401)
  assert.equal((await ask(next)).status, 200)
  const { text } = await acme.ask('admin', 'GET', '/provisioning-tokens')
  assert.ok(!text.includes(next) && !text.includes(sender.token))
  assert.equal((await acme.ask('admin', 'DELETE', `/provisioning-tokens/${sender.tokenId}`)).status, 200)
  assert.equal((await ask(next)).status, 401)
  p.clock.advance(366 * day)
  assert.equal((await ask(globex.token, globex.workspace)).status, 401)
})

test('a changed address takes effect when the person confirms it; the mail goes to the old address', async () => {
  await using server = await startMailServer()
  await using p = await boot({ env: { SMTP_URL: server.url } })
  const { ok, send } = await newSender(p)
  const acme = createWorkspaceClient(p)
  const { reviewer = '' } = await acme.people()
  const replacement = { userName: 'Moved@acme.example', displayName: 'Moved', active: true }
  assert.equal((await ok('PUT', `/Users/${reviewer}`, replacement)).userName, 'Moved@acme.example')
  await server.until(1)
  assert.deepEqual(server.received[0]?.to, ['reviewer@acme.example'])
  assert.match((await eventsOf(p))[0].detail, /takes effect when the person confirms it/)
  assert.equal((await acme.get('admin', `/people/${reviewer}`)).email, 'reviewer@acme.example')
  const conflict = await send('PUT', `/Users/${reviewer}`, { userName: 'auditor@acme.example' })
  assert.equal(conflict.status, 409)

  const cookie = await p.signIn('reviewer@acme.example')
  const askAddressChange = (method: string, path: string, body?: object) =>
    p.call(method, `/api/workspace/account/address-change${path}`, { cookie, ...(body && { body }) })
  assert.deepEqual((await askAddressChange('GET', '')).body, { newAddress: 'moved@acme.example' })
  assert.equal((await askAddressChange('POST', '/confirm', { newAddress: 'other@acme.example' })).status, 422)
  const confirmation = await askAddressChange('POST', '/confirm', { newAddress: 'moved@acme.example' })
  assert.equal(confirmation.body.email, 'moved@acme.example', confirmation.text)
  assert.ok(await p.signIn('moved@acme.example'))
  const oldCredentials = { email: 'reviewer@acme.example', password: 'correct horse battery staple' }
  assert.equal((await p.call('POST', '/api/workspace/session', { body: oldCredentials })).status, 401)
  assert.equal((await askAddressChange('POST', '/decline')).status, 422)
  await ok('PUT', `/Users/${reviewer}`, { ...replacement, userName: 'again@acme.example' })
  assert.equal((await askAddressChange('POST', '/decline')).status, 204)
  assert.equal((await askAddressChange('GET', '')).body.newAddress, null)
})
