import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { narrows, statement } from '#db/statement.ts'
import { day, iso } from '#lib/clock.ts'
import { claimInput, password } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, reasonGiven, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let treasury: string
let lending: string
let words = 0
const word = (): string => `units ${++words}`

before(async () => {
  p = await boot({ env: { PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' } })
  client = createWorkspaceClient(p)
  ;[treasury, lending] = [await newUnit(), await newUnit()]
  const people = await client.people()
  await limit(people.contributor ?? '', [treasury])
  await limit(people.reviewer ?? '', [lending])
})
after(() => p[Symbol.asyncDispose]())

const done = async (person: string, method: string, path: string, body?: Record<string, unknown>) => {
  const answer = await client.ask(person, method, path, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
  return answer.body
}
const newUnit = async (): Promise<string> =>
  (await done('admin', 'POST', '/units', { unitKey: word(), title: word() })).id
const limit = (personId: string, unitIds: readonly string[] | null) =>
  done('admin', 'PATCH', `/people/${personId}`, { unitIds })
const place = (recordIds: readonly string[], unitId: string | null) =>
  done('admin', 'POST', '/placements', { recordIds, unitId })
const newRequirement = async (unitId: string | null): Promise<string> => {
  const body = { requirementKey: word(), title: word(), status: 'active' }
  const { id } = await done('admin', 'POST', '/evidence-requirements', body)
  if (unitId !== null) await place([id], unitId)
  return id
}
const newClaim = async (person: string, evidenceRequirementId?: string): Promise<string> =>
  (
    await done(person, 'POST', '/claims', {
      ...claimInput(word()),
      ...(evidenceRequirementId && { evidenceRequirementId }),
    })
  ).id
const unitOf = async (id: string) => (await done('admin', 'GET', `/placements/${id}`)).unitId
const listed = async (person: string, path: string, plural: string): Promise<string[]> =>
  (await done(person, 'GET', path))[plural].map(({ id }: { id: string }) => id)
const status = async (person: string, method: string, path: string, body?: Record<string, unknown>) =>
  (await client.ask(person, method, path, body)).status

test('members of a unit see records of their unit and of no unit; people without units see all', async () => {
  const [one, two, all] = [await newRequirement(treasury), await newRequirement(lending), await newRequirement(null)]
  const seen = async (person: string) => {
    const ids = await listed(person, '/evidence-requirements', 'requirements')
    return [one, two, all].map(id => ids.includes(id))
  }
  assert.deepEqual(await seen('contributor'), [true, false, true])
  assert.deepEqual(await seen('reviewer'), [false, true, true])
  assert.deepEqual(await seen('auditor'), [true, true, true])
  assert.equal(await status('reviewer', 'GET', `/placements/${one}`), 404)
  assert.deepEqual(await listed('contributor', '/units', 'units'), [treasury])
})

test('a claim belongs to the unit of its requirement, even after that moves; without one, to the unit of its author', async () => {
  const requirement = await newRequirement(treasury)
  const claim = await newClaim('contributor', requirement)
  const alone = await newClaim('contributor')
  assert.deepEqual(
    [await unitOf(claim), await unitOf(alone), await unitOf(await newClaim('admin'))],
    [treasury, treasury, null],
  )
  assert.equal(await status('reviewer', 'GET', `/claims/${claim}`), 404)
  assert.equal(
    await status('reviewer', 'POST', '/claims', { ...claimInput(word()), evidenceRequirementId: requirement }),
    403,
  )
  await place([requirement], lending)
  assert.equal(await status('reviewer', 'GET', `/claims/${claim}`), 200)
  assert.equal(await status('contributor', 'GET', `/claims/${claim}`), 404)
  assert.equal(
    await status('contributor', 'POST', '/claims', { ...claimInput(word()), evidenceRequirementId: requirement }),
    404,
  )
  assert.equal(await status('admin', 'POST', '/placements', { recordIds: [claim], unitId: treasury }), 400)
})

test('if a requirement moves while claims are recorded for it, none stays behind', async () => {
  const requirement = await newRequirement(treasury)
  const claims = Promise.all(Array.from({ length: 40 }, () => newClaim('admin', requirement)))
  for (const unit of [lending, null, treasury, lending]) await place([requirement], unit)
  assert.deepEqual(new Set(await Promise.all((await claims).map(unitOf))), new Set([lending]))
})

test('records of a person belong to their first unit; counts include only what they see', async () => {
  const body = {
    title: word(),
    severity: 'high',
    subjectModuleKey: 'a',
    subjectResourceType: 'b',
    subjectResourceId: 'c',
  }
  const finding = await done('reviewer', 'POST', '/findings', body)
  assert.equal(await unitOf(finding.id), lending)
  assert.equal(await status('contributor', 'GET', `/findings/${finding.id}`), 404)
  const waiting = async (person: string) => {
    const { waiting } = await done(person, 'GET', '/overview/review')
    assert.equal((await done(person, 'GET', '/overview/evidence')).toReview, waiting)
    return waiting
  }
  const created = async (person: string) => (await done(person, 'GET', '/overview/evidence')).trend.created.at(-1)
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

test('an invitation sets the units, so that its recipient never sees more', async () => {
  const email = 'new.of.treasury@acme.example'
  const invited = await done('admin', 'POST', '/people/invitations', {
    email,
    name: 'New',
    role: 'auditor',
    unitIds: [treasury],
  })
  const token = String(invited.url).split('#')[1]
  const body = { token, password: `${password} of another person` }
  const accepted = await p.call('POST', '/api/workspace/invitations/accept', { body })
  assert.deepEqual(accepted.body.person.unitIds, [treasury])
  const cookie = accepted.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const hidden = await newRequirement(lending)
  const list = await p.call('GET', '/api/workspace/evidence-requirements', { cookie })
  assert.equal(list.status, 200)
  assert.equal(list.text.includes(hidden), false)
})

test('administrators see all; closed and unknown units accept no person and no record', async () => {
  const { admin = '', auditor = '' } = await client.people()
  const closed = await newUnit()
  await done('admin', 'PATCH', `/units/${closed}`, { status: 'closed' })
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

test('an account limited to units reads and writes within them, and has no webhooks', async () => {
  const scopes = ['governance.evidence:read', 'governance.evidence:write', 'webhooks:manage']
  const made = await done('admin', 'POST', '/service-accounts', { name: word(), scopes, unitIds: [treasury] })
  const { clientId, id } = made.serviceAccount
  const token = async () => {
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: made.clientSecret }
    return (await p.call('POST', '/api/v1/auth/token', { body })).body.access_token
  }
  const [theirs, others] = [await newRequirement(treasury), await newRequirement(lending)]
  const v1 = async (method: string, path: string, body?: object) => {
    const sent = body && { key: word().replace(' ', '-'), body: { reason: reasonGiven, ...body } }
    return (await p.call(method, `/api/v1${path}`, { token: await token(), ...sent })).status
  }
  const evidence = '/governance/evidence'
  assert.equal(await v1('GET', `${evidence}/requirements/${theirs}`), 200)
  assert.equal(await v1('GET', `${evidence}/requirements/${others}`), 404)
  const claim = (evidenceRequirementId: string) => ({ ...claimInput(word()), evidenceRequirementId })
  assert.equal(await v1('POST', `${evidence}/claims`, claim(theirs)), 201)
  assert.equal(await v1('POST', `${evidence}/claims`, claim(others)), 404)
  const webhook = { url: 'http://127.0.0.1:9999/hook', events: ['evidence.claim.created'], description: word() }
  assert.equal(await v1('POST', '/webhooks', webhook), 403)

  await done('admin', 'PATCH', `/service-accounts/${id}`, { unitIds: null })
  assert.equal(await v1('GET', `${evidence}/requirements/${others}`), 200)
  assert.equal(await v1('POST', '/webhooks', webhook), 201)
  const limited = () => status('admin', 'PATCH', `/service-accounts/${id}`, { unitIds: [treasury] })
  assert.equal(await limited(), 422)
  const [mine] = await p.sql('select id from webhook_endpoint where service_account_id = $1', [id])
  assert.equal(await v1('DELETE', `/webhooks/${mine?.id}`, {}), 204)
  assert.equal(await limited(), 200)
})

test('either a webhook is created or its account is limited to units, never both', async () => {
  const scopes = ['governance.evidence:read', 'webhooks:manage']
  for (let round = 0; round < 12; round++) {
    const made = await done('admin', 'POST', '/service-accounts', { name: word(), scopes })
    const { clientId, id } = made.serviceAccount
    const credentials = { client_id: clientId, client_secret: made.clientSecret }
    const body = { grant_type: 'client_credentials', ...credentials }
    const token = (await p.call('POST', '/api/v1/auth/token', { body })).body.access_token
    const webhook = { url: 'http://127.0.0.1:9999/hook', events: ['evidence.claim.created'], description: word() }
    const create = async (): Promise<number> =>
      (await p.call('POST', '/api/v1/webhooks', { token, body: { ...webhook, reason: reasonGiven } })).status
    const [created, limited] = await Promise.all([
      create(),
      status('admin', 'PATCH', `/service-accounts/${id}`, { unitIds: [treasury] }),
    ])
    assert.ok([201, 403].includes(created) && [200, 422].includes(limited), `${created} ${limited}`)
    assert.notEqual(created === 201, limited === 200)
  }
})

test('a calendar has the packages that its person sees', async () => {
  const asked = { requirementKey: word(), title: word(), submissionKind: 'other', status: 'active' }
  const { id: submissionRequirementId } = await done('admin', 'POST', '/submission-requirements', asked)
  const due = { packageKey: word(), title: 'the filing of lending', dueAt: iso(p.clock.now() + day) }
  await done('admin', 'POST', '/packages', { submissionRequirementId, ...due })
  const feedOf = async (person: string) => {
    const { address } = await done(person, 'POST', '/calendar-feeds', { name: word() })
    return async () => (await p.call('GET', new URL(address).pathname)).text.includes(due.title)
  }
  const [theirs, others] = [await feedOf('reviewer'), await feedOf('contributor')]
  assert.deepEqual([await theirs(), await others()], [true, true])
  await place([submissionRequirementId], lending)
  assert.deepEqual([await theirs(), await others()], [true, false])
})

test('a webhook of an account with units, despite the rule, is sent nothing', async () => {
  const scopes = ['governance.evidence:read', 'webhooks:manage']
  const { serviceAccount, clientSecret } = await done('admin', 'POST', '/service-accounts', { name: word(), scopes })
  const credentials = { client_id: serviceAccount.clientId, client_secret: clientSecret }
  const issued = await p.call('POST', '/api/v1/auth/token', {
    body: { grant_type: 'client_credentials', ...credentials },
  })
  const events = ['evidence.claim.created']
  const body = { url: 'http://127.0.0.1:9999/hook', events, description: word(), reason: reasonGiven }
  const { webhook } = (await p.call('POST', '/api/v1/webhooks', { token: issued.body.access_token, body })).body
  const queued = async () => {
    const before = await count()
    await newClaim('admin')
    return (await count()) - before
  }
  const count = async () =>
    Number((await p.sql('select count(*) from webhook_queue where endpoint_id = $1', [webhook.id]))[0]?.count)
  assert.equal(await queued(), 1)
  // As if it was created on another node, which did not know the units yet.
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

test('a statement without units sees only records of no unit', async () => {
  await newClaim('contributor', await newRequirement(treasury))
  await newClaim('admin')
  const [organization] = await p.sql(`select id from organization where slug = 'acme'`)
  const organizationId = String(organization?.id)
  const seen = async (units: readonly string[] | null) =>
    new Set((await p.system.services.db.read({ organizationId, units }, allClaims, {})).map(row => row.unit_id))
  assert.deepEqual(await seen([]), new Set([null]))
  assert.deepEqual(await seen([treasury]), new Set([null, treasury]))
  assert.ok((await seen(null)).has(lending))
})
