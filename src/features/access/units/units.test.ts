import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { narrows, statement } from '#db/statement.ts'
import { day, iso } from '#lib/clock.ts'
import { claimInput, password } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, defaultReason, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let treasury: string
let lending: string
let nameCount = 0
const newName = (): string => `units ${++nameCount}`

before(async () => {
  p = await boot({ env: { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  client = createWorkspaceClient(p)
  ;[treasury, lending] = [await newUnit(), await newUnit()]
  const people = await client.people()
  await limit(people.contributor ?? '', [treasury])
  await limit(people.reviewer ?? '', [lending])
})
after(() => p[Symbol.asyncDispose]())

const send = async (person: string, method: string, path: string, body?: Record<string, unknown>) => {
  const response = await client.ask(person, method, path, body)
  assert.ok(response.status < 300, `${method} ${path}: ${response.text}`)
  return response.body
}
const newUnit = async (): Promise<string> =>
  (await send('admin', 'POST', '/units', { unitKey: newName(), title: newName() })).id
const limit = (personId: string, unitIds: readonly string[] | null) =>
  send('admin', 'PATCH', `/people/${personId}`, { unitIds })
const place = (recordIds: readonly string[], unitId: string | null) =>
  send('admin', 'POST', '/placements', { recordIds, unitId })
const newRequirement = async (unitId: string | null): Promise<string> => {
  const body = { requirementKey: newName(), title: newName(), status: 'active' }
  const { id } = await send('admin', 'POST', '/evidence-requirements', body)
  if (unitId !== null) await place([id], unitId)
  return id
}
const newClaim = async (person: string, evidenceRequirementId?: string): Promise<string> =>
  (
    await send(person, 'POST', '/claims', {
      ...claimInput(newName()),
      ...(evidenceRequirementId && { evidenceRequirementId }),
    })
  ).id
const unitOf = async (id: string) => (await send('admin', 'GET', `/placements/${id}`)).unitId
const listIds = async (person: string, path: string, plural: string): Promise<string[]> =>
  (await send(person, 'GET', path))[plural].map(({ id }: { id: string }) => id)
const status = async (person: string, method: string, path: string, body?: Record<string, unknown>) =>
  (await client.ask(person, method, path, body)).status

test('members of a unit see records of their unit and records outside units; people without units see everything', async () => {
  const [inTreasury, inLending, outside] = [
    await newRequirement(treasury),
    await newRequirement(lending),
    await newRequirement(null),
  ]
  const visibleUnits = async (person: string) => {
    const ids = await listIds(person, '/evidence-requirements', 'requirements')
    return [inTreasury, inLending, outside].map(id => ids.includes(id))
  }
  assert.deepEqual(await visibleUnits('contributor'), [true, false, true])
  assert.deepEqual(await visibleUnits('reviewer'), [false, true, true])
  assert.deepEqual(await visibleUnits('auditor'), [true, true, true])
  assert.equal(await status('reviewer', 'GET', `/placements/${inTreasury}`), 404)
  assert.deepEqual(await listIds('contributor', '/units', 'units'), [treasury])
})

test("a claim belongs to its requirement's unit, even after the requirement moves; otherwise to its author's unit", async () => {
  const requirement = await newRequirement(treasury)
  const claim = await newClaim('contributor', requirement)
  const withoutRequirement = await newClaim('contributor')
  assert.deepEqual(
    [await unitOf(claim), await unitOf(withoutRequirement), await unitOf(await newClaim('admin'))],
    [treasury, treasury, null],
  )
  assert.equal(await status('reviewer', 'GET', `/claims/${claim}`), 404)
  assert.equal(
    await status('reviewer', 'POST', '/claims', { ...claimInput(newName()), evidenceRequirementId: requirement }),
    403,
  )
  await place([requirement], lending)
  assert.equal(await status('reviewer', 'GET', `/claims/${claim}`), 200)
  assert.equal(await status('contributor', 'GET', `/claims/${claim}`), 404)
  assert.equal(
    await status('contributor', 'POST', '/claims', { ...claimInput(newName()), evidenceRequirementId: requirement }),
    404,
  )
  assert.equal(await status('admin', 'POST', '/placements', { recordIds: [claim], unitId: treasury }), 400)
})

test('all claims follow a requirement that moves while they are being recorded', async () => {
  const requirement = await newRequirement(treasury)
  const claims = Promise.all(Array.from({ length: 40 }, () => newClaim('admin', requirement)))
  for (const unit of [lending, null, treasury, lending]) await place([requirement], unit)
  assert.deepEqual(new Set(await Promise.all((await claims).map(unitOf))), new Set([lending]))
})

test("a person's records belong to their first unit, and counts include only visible records", async () => {
  const body = {
    title: newName(),
    severity: 'high',
    subjectModuleKey: 'a',
    subjectResourceType: 'b',
    subjectResourceId: 'c',
  }
  const finding = await send('reviewer', 'POST', '/findings', body)
  assert.equal(await unitOf(finding.id), lending)
  assert.equal(await status('contributor', 'GET', `/findings/${finding.id}`), 404)
  const waiting = async (person: string) => {
    const { waiting } = await send(person, 'GET', '/overview/review')
    assert.equal((await send(person, 'GET', '/overview/evidence')).toReview, waiting)
    return waiting
  }
  const created = async (person: string) => (await send(person, 'GET', '/overview/evidence')).trend.created.at(-1)
  const before = [await waiting('contributor'), await waiting('auditor')]
  const createdBefore = [await created('contributor'), await created('auditor')]
  await newClaim('contributor', await newRequirement(treasury))
  await newClaim('admin', await newRequirement(lending))
  assert.deepEqual(
    [await waiting('contributor'), await waiting('auditor')],
    [Number(before[0]) + 1, Number(before[1]) + 2],
  )
  assert.deepEqual(
    [await created('contributor'), await created('auditor')],
    [createdBefore[0] + 1, createdBefore[1] + 2],
  )
})

test('data of the whole workspace is hidden from members of units', async () => {
  const auditor = (await client.people()).auditor ?? ''
  assert.equal(await status('auditor', 'GET', '/audit'), 200)
  await limit(auditor, [treasury])
  for (const path of ['/audit', '/ledger', '/exports', '/webhooks', '/security-events', '/jobs', '/overview/security'])
    assert.equal(await status('auditor', 'GET', path), 403, path)
  await limit(auditor, null)
  assert.equal(await status('auditor', 'GET', '/audit'), 200)
})

test('an invited person is limited to the units of the invitation from the start', async () => {
  const email = 'new.of.treasury@acme.example'
  const invitation = await send('admin', 'POST', '/people/invitations', {
    email,
    name: 'New',
    role: 'auditor',
    unitIds: [treasury],
  })
  const token = String(invitation.url).split('#')[1]
  const body = { token, password: `${password} of another person` }
  const acceptance = await p.call('POST', '/api/workspace/invitations/accept', { body })
  assert.deepEqual(acceptance.body.person.unitIds, [treasury])
  const cookie = acceptance.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const hidden = await newRequirement(lending)
  const list = await p.call('GET', '/api/workspace/evidence-requirements', { cookie })
  assert.equal(list.status, 200)
  assert.equal(list.text.includes(hidden), false)
})

test('administrators cannot have units, and closed or unknown units accept no people or records', async () => {
  const { admin = '', auditor = '' } = await client.people()
  const closed = await newUnit()
  await send('admin', 'PATCH', `/units/${closed}`, { status: 'closed' })
  const requirement = await newRequirement(null)
  const patch = (id: string, body: Record<string, unknown>) => status('admin', 'PATCH', `/people/${id}`, body)
  assert.deepEqual(
    [
      await patch(admin, { unitIds: [treasury] }),
      await patch(auditor, { unitIds: [closed] }),
      await patch(auditor, { unitIds: ['unt_01JZ8Q4D3N6V0M2K5T7W9Y1B4C'] }),
      await patch(auditor, { unitIds: [] }),
      await status('admin', 'POST', '/placements', { recordIds: [requirement], unitId: closed }),
      await status('admin', 'POST', '/placements', { recordIds: ['ger_01JZ8Q4D3N6V0M2K5T7W9Y1B4C'], unitId: null }),
      await status('auditor', 'POST', '/placements', { recordIds: [requirement], unitId: treasury }),
    ],
    [400, 404, 404, 400, 404, 404, 403],
  )
  const contributor = (await client.people()).contributor ?? ''
  assert.equal(await patch(contributor, { role: 'admin' }), 400)
  assert.equal(await patch(contributor, { role: 'admin', unitIds: null }), 200)
  assert.equal(await patch(contributor, { role: 'contributor', unitIds: [treasury] }), 200)
})

test('an account limited to units reads and writes only within them, and cannot have webhooks', async () => {
  const scopes = ['governance.evidence:read', 'governance.evidence:write', 'webhooks:manage']
  const created = await send('admin', 'POST', '/service-accounts', { name: newName(), scopes, unitIds: [treasury] })
  const { clientId, id } = created.serviceAccount
  const token = async () => {
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: created.clientSecret }
    return (await p.call('POST', '/api/v1/auth/token', { body })).body.access_token
  }
  const [inside, outside] = [await newRequirement(treasury), await newRequirement(lending)]
  const v1 = async (method: string, path: string, body?: object) => {
    const options = body && { key: newName().replace(' ', '-'), body: { reason: defaultReason, ...body } }
    return (await p.call(method, `/api/v1${path}`, { token: await token(), ...options })).status
  }
  const evidence = '/governance/evidence'
  assert.equal(await v1('GET', `${evidence}/requirements/${inside}`), 200)
  assert.equal(await v1('GET', `${evidence}/requirements/${outside}`), 404)
  const claim = (evidenceRequirementId: string) => ({ ...claimInput(newName()), evidenceRequirementId })
  assert.equal(await v1('POST', `${evidence}/claims`, claim(inside)), 201)
  assert.equal(await v1('POST', `${evidence}/claims`, claim(outside)), 404)
  const webhook = { url: 'http://127.0.0.1:9999/hook', events: ['evidence.claim.created'], description: newName() }
  assert.equal(await v1('POST', '/webhooks', webhook), 403)

  await send('admin', 'PATCH', `/service-accounts/${id}`, { unitIds: null })
  assert.equal(await v1('GET', `${evidence}/requirements/${outside}`), 200)
  assert.equal(await v1('POST', '/webhooks', webhook), 201)
  const limitAccount = () => status('admin', 'PATCH', `/service-accounts/${id}`, { unitIds: [treasury] })
  assert.equal(await limitAccount(), 422)
  const [webhookRow] = await p.sql('select id from webhook_endpoint where service_account_id = $1', [id])
  assert.equal(await v1('DELETE', `/webhooks/${webhookRow?.id}`, {}), 204)
  assert.equal(await limitAccount(), 200)
})

test('concurrent requests cannot both create a webhook and limit its account to units', async () => {
  const scopes = ['governance.evidence:read', 'webhooks:manage']
  for (let round = 0; round < 12; round++) {
    const created = await send('admin', 'POST', '/service-accounts', { name: newName(), scopes })
    const { clientId, id } = created.serviceAccount
    const credentials = { client_id: clientId, client_secret: created.clientSecret }
    const body = { grant_type: 'client_credentials', ...credentials }
    const token = (await p.call('POST', '/api/v1/auth/token', { body })).body.access_token
    const webhook = { url: 'http://127.0.0.1:9999/hook', events: ['evidence.claim.created'], description: newName() }
    const create = async (): Promise<number> =>
      (await p.call('POST', '/api/v1/webhooks', { token, body: { ...webhook, reason: defaultReason } })).status
    const [createStatus, limitStatus] = await Promise.all([
      create(),
      status('admin', 'PATCH', `/service-accounts/${id}`, { unitIds: [treasury] }),
    ])
    assert.ok([201, 403].includes(createStatus) && [200, 422].includes(limitStatus), `${createStatus} ${limitStatus}`)
    assert.notEqual(createStatus === 201, limitStatus === 200)
  }
})

test('a calendar contains the packages that its owner may see', async () => {
  const requirement = { requirementKey: newName(), title: newName(), submissionKind: 'other', status: 'active' }
  const { id: submissionRequirementId } = await send('admin', 'POST', '/submission-requirements', requirement)
  const due = { packageKey: newName(), title: 'the filing of lending', dueAt: iso(p.clock.now() + day) }
  await send('admin', 'POST', '/packages', { submissionRequirementId, ...due })
  const feedOf = async (person: string) => {
    const { address } = await send(person, 'POST', '/calendar-feeds', { name: newName() })
    return async () => (await p.call('GET', new URL(address).pathname)).text.includes(due.title)
  }
  const [reviewerSees, contributorSees] = [await feedOf('reviewer'), await feedOf('contributor')]
  assert.deepEqual([await reviewerSees(), await contributorSees()], [true, true])
  await place([submissionRequirementId], lending)
  assert.deepEqual([await reviewerSees(), await contributorSees()], [true, false])
})

test('a webhook of an account limited to units, which the rule forbids, receives no events', async () => {
  const scopes = ['governance.evidence:read', 'webhooks:manage']
  const { serviceAccount, clientSecret } = await send('admin', 'POST', '/service-accounts', { name: newName(), scopes })
  const credentials = { client_id: serviceAccount.clientId, client_secret: clientSecret }
  const tokenResponse = await p.call('POST', '/api/v1/auth/token', {
    body: { grant_type: 'client_credentials', ...credentials },
  })
  const events = ['evidence.claim.created']
  const body = { url: 'http://127.0.0.1:9999/hook', events, description: newName(), reason: defaultReason }
  const { webhook } = (await p.call('POST', '/api/v1/webhooks', { token: tokenResponse.body.access_token, body })).body
  const queued = async () => {
    const before = await count()
    await newClaim('admin')
    return (await count()) - before
  }
  const count = async () =>
    Number((await p.sql('select count(*) from webhook_queue where endpoint_id = $1', [webhook.id]))[0]?.count)
  assert.equal(await queued(), 1)
  // As if another node that did not know the units yet had created the webhook.
  await p.sql(`update service_account set record = '{"unitIds":["' || $2 || '"],' || substr(record, 2) where id = $1`, [
    serviceAccount.id,
    treasury,
  ])
  assert.equal(await queued(), 0)
})

const allClaims = statement(
  'test_unit_claims',
  {},
  'select unit_id from evidence_claim where organization_id = :organization',
  narrows<{ unit_id: string | null }>,
)

test('a statement with an empty list of units sees only records outside units', async () => {
  await newClaim('contributor', await newRequirement(treasury))
  await newClaim('admin')
  const [organization] = await p.sql(`select id from organization where slug = 'acme'`)
  const organizationId = String(organization?.id)
  const visibleUnits = async (units: readonly string[] | null) =>
    new Set((await p.system.services.db.read({ organizationId, units }, allClaims, {})).map(row => row.unit_id))
  assert.deepEqual(await visibleUnits([]), new Set([null]))
  assert.deepEqual(await visibleUnits([treasury]), new Set([null, treasury]))
  assert.ok((await visibleUnits(null)).has(lending))
})
