import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { claimInput } from '#test/fixture.ts'
import { formOf, intentOf, prover, textFile } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

const v1 = '/api/v1/governance/evidence'
const scopes = ['governance.evidence:read', 'governance.evidence:write']

let p: Probata
let client: WorkspaceClient
let people: Readonly<Record<string, string>>

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  people = await client.people()
})
after(() => p[Symbol.asyncDispose]())

interface Account {
  readonly id: string
  readonly clientId: string
  readonly secret: string
}

/** Creates a service account in the workspace, as the administrator by default. */
const createAccount = async (person = 'admin', name = 'made here'): Promise<Account> => {
  const { status, body, text } = await client.ask(person, 'POST', '/service-accounts', { name, scopes })
  assert.equal(status, 201, text)
  return { id: body.serviceAccount.id, clientId: body.serviceAccount.clientId, secret: body.clientSecret }
}

const tokenOf = async ({ clientId, secret }: Pick<Account, 'clientId' | 'secret'>): Promise<string> => {
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
  const response = await p.call('POST', '/api/v1/auth/token', { body })
  assert.equal(response.status, 200, response.text)
  return response.body.access_token
}

const rotate = async (person: string, { id, clientId }: Account): Promise<Account> => {
  const { status, body, text } = await client.ask(person, 'POST', `/service-accounts/${id}/rotate-secret`)
  assert.equal(status, 200, text)
  return { id, clientId, secret: body.clientSecret }
}

const claimBy = async (token: string, key: string, overrides = {}): Promise<string> => {
  const { status, body, text } = await p.call('POST', `${v1}/claims`, { token, body: claimInput(key, overrides) })
  assert.equal(status, 201, text)
  return body.id
}

const decide = async (person: string, id: string, verb: 'approve' | 'reject' = 'approve') => {
  const { reviewedDigest } = await client.get(person, `/claims/${id}`)
  return client.ask(person, 'POST', `/claims/${id}/${verb}`, { reviewedDigest })
}

/** Asserts that the person cannot approve, reject or be assigned the claim, and that its record says so in advance. */
const assertRefused = async (person: string, id: string) => {
  const { mayDecide, whyNot, deciders } = (await client.get(person, `/claims/${id}`)).review
  assert.deepEqual([mayDecide, whyNot], [false, 'hand'])
  assert.ok(!deciders.some((decider: { id: string }) => decider.id === people[person]))
  for (const verb of ['approve', 'reject'] as const) {
    const { status, body } = await decide(person, id, verb)
    assert.deepEqual([status, body.error], [403, 'forbidden_resource'], `${person} ${verb}`)
  }
  assert.equal((await client.get(person, `/claims/${id}`)).status, 'submitted')
  const assigned = await client.ask('second.reviewer', 'POST', `/claims/${id}/assign`, { reviewerId: people[person] })
  assert.deepEqual([assigned.status, assigned.body.error], [422, 'unprocessable'])
}

const assertDecided = async (person: string, id: string) => {
  const { review } = await client.get(person, `/claims/${id}`)
  assert.deepEqual([review.mayDecide, review.selfDecision], [true, false])
  const { status, text } = await decide(person, id)
  assert.equal(status, 200, text)
  assert.equal((await client.get(person, `/claims/${id}`)).decision.selfDecided, false)
}

test('the creator of a service account cannot decide its claims, but another reviewer can', async () => {
  const id = await claimBy(await tokenOf(await createAccount()), 'eyes-made')
  await assertRefused('admin', id)
  await assertDecided('reviewer', id)
})

test("an account from the operator's file has no custodian until a person sees its secret", async () => {
  const before = await claimBy(await p.token('acme-second'), 'eyes-provisioned')
  const between = await claimBy(await p.token('acme-second'), 'eyes-provisioned-later')
  await assertDecided('admin', before)
  const [row] = await p.sql(`select id from service_account where client_id = 'acme-second'`)
  const account = { id: String(row?.id), clientId: 'acme-second', secret: '' }
  const rotated = await rotate('admin', account)
  await assertRefused('admin', between)
  const after = await claimBy(await tokenOf(rotated), 'eyes-rotated')
  await assertRefused('admin', after)
  await assertDecided('second.reviewer', after)
})

test('replacing a secret later does not exempt people who held it when the claim was created', async () => {
  const promotion = await client.ask('admin', 'PATCH', `/people/${people['second.reviewer']}`, { role: 'admin' })
  assert.equal(promotion.status, 200, promotion.text)
  try {
    const account = await createAccount('second.reviewer')
    const id = await claimBy(await tokenOf(await rotate('admin', account)), 'eyes-replaced')
    await rotate('second.reviewer', account)
    await assertRefused('admin', id)
    await assertRefused('second.reviewer', id)
    await assertDecided('reviewer', id)
  } finally {
    await client.ask('admin', 'PATCH', `/people/${people['second.reviewer']}`, { role: 'reviewer' })
  }
})

test('the creator of an intent, or of the service account that created it, cannot decide the claim', async () => {
  const byIntent = await client.claim('eyes-intent')
  const file = textFile('never sent')
  const announced = await client.ask('admin', 'POST', '/attachments/upload-intents', intentOf(byIntent, file))
  assert.equal(announced.status, 201, announced.text)
  await assertRefused('admin', byIntent)

  const byAccount = await client.claim('eyes-intent-of-account')
  const token = await tokenOf(await createAccount())
  const { status } = await prover(p, () => token).announce(byAccount, file)
  assert.equal(status, 201)
  await assertRefused('admin', byAccount)
})

test('a person who uploads a file announced by someone else cannot decide the claim', async () => {
  const id = await client.claim('eyes-upload')
  const file = textFile('sent by another')
  const token = await p.token('acme-scanner')
  const { body: announced } = await prover(p, () => token).announce(id, file)
  const cookie = await p.signIn('admin@acme.example')
  const upload = announced.upload.path.replace(v1, '/api/workspace')
  const { status, text } = await p.call('POST', upload, { cookie, body: formOf(file) })
  assert.equal(status, 201, text)
  await assertRefused('admin', id)
  await assertDecided('reviewer', id)
})

test('a later change of role does not let the creator decide', async () => {
  const { body } = await client.ask('contributor', 'POST', '/claims', claimInput('eyes-promoted'))
  await client.ask('admin', 'PATCH', `/people/${people.contributor}`, { role: 'reviewer' })
  try {
    await assertRefused('contributor', body.id)
  } finally {
    await client.ask('admin', 'PATCH', `/people/${people.contributor}`, { role: 'contributor' })
  }
})

test('a claim is not routed to people who may not decide it, and is rerouted if its reviewer contributes to it', async () => {
  const { requirements } = await client.get('admin', '/evidence-requirements?status=active')
  const [{ id: evidenceRequirementId }] = requirements
  const ownerChange = await client.ask('admin', 'PATCH', `/evidence-requirements/${evidenceRequirementId}`, {
    ownerId: people.admin,
  })
  assert.equal(ownerChange.status, 200, ownerChange.text)
  const provisioned = await client.claim('eyes-owner', { evidenceRequirementId })
  assert.equal((await client.get('admin', `/claims/${provisioned}`)).reviewerId, people.admin)
  const ownClaim = await claimBy(await tokenOf(await createAccount()), 'eyes-owner-made', { evidenceRequirementId })
  const reviewers = [people.reviewer, people['second.reviewer']]
  assert.ok(reviewers.includes((await client.get('admin', `/claims/${ownClaim}`)).reviewerId))

  const file = intentOf(provisioned, textFile('a file of the reviewer'))
  assert.equal((await client.ask('admin', 'POST', '/attachments/upload-intents', file)).status, 201)
  assert.ok(reviewers.includes((await client.get('admin', `/claims/${provisioned}`)).reviewerId))
  const { history } = await client.get('auditor', `/claims/${provisioned}/history`)
  assert.equal(history[0].action, 'evidence.claim.assign')
  assert.match(history[0].detail, /hand in the claim/)
})

test('the review queue and the record show who may decide', async () => {
  const id = await claimBy(await tokenOf(await createAccount()), 'eyes-shown')
  const readReview = async (person: string) => {
    const { claims } = await client.get(person, '/claims?claimKey=eyes-shown')
    const { review } = await client.get(person, `/claims/${id}`)
    const { deciders, ...eligibility } = review
    const [{ mayDecide, mayApprove, whyNot, approved, selfDecision }] = claims
    assert.deepEqual({ mayDecide, mayApprove, ...(whyNot && { whyNot }), approved, selfDecision }, eligibility)
    assert.deepEqual([approved, mayApprove], [false, mayDecide])
    return {
      mayDecide,
      ...(whyNot && { whyNot }),
      selfDecision,
      deciders: deciders.map(({ name }: { name: string }) => name),
    }
  }
  const deciders = ['reviewer of acme', 'second reviewer of acme']
  assert.deepEqual(await readReview('admin'), { mayDecide: false, whyNot: 'hand', selfDecision: true, deciders })
  assert.deepEqual(await readReview('reviewer'), { mayDecide: true, selfDecision: false, deciders })
  for (const person of ['auditor', 'contributor'])
    assert.deepEqual(await readReview(person), { mayDecide: false, whyNot: 'role', selfDecision: false, deciders })
  await assertDecided('reviewer', id)
  const { mayDecide, whyNot } = await readReview('second.reviewer')
  assert.deepEqual([mayDecide, whyNot], [false, 'over'])
})

test("the workspace can allow decisions on one's own claims, and each one is marked", async () => {
  const id = await claimBy(await tokenOf(await createAccount()), 'eyes-alone')
  for (const person of ['reviewer', 'second.reviewer'])
    assert.equal((await client.ask('admin', 'PATCH', `/people/${people[person]}`, { disabled: true })).status, 200)
  const { review } = await client.get('admin', `/claims/${id}`)
  assert.deepEqual([review.mayDecide, review.deciders], [false, []])
  assert.deepEqual((await decide('admin', id)).status, 403)

  assert.equal((await client.ask('contributor', 'PATCH', '/settings', { selfDecision: true })).status, 403)
  const settingsChange = await client.ask('admin', 'PATCH', '/settings', { selfDecision: true })
  const { selfDecision, timeZone } = settingsChange.body
  assert.deepEqual([settingsChange.status, selfDecision, timeZone], [200, true, 'UTC'])
  const { auditEvents } = await client.get('auditor', '/audit?action=workspace.settings')
  assert.match(auditEvents[0].detail, /not allowed, time zone UTC → self-decision allowed/)

  const reviewNow = (await client.get('admin', `/claims/${id}`)).review
  assert.deepEqual([reviewNow.mayDecide, reviewNow.selfDecision], [true, true])
  const decision = await decide('admin', id)
  assert.equal(decision.status, 200, decision.text)
  assert.equal((await client.get('auditor', `/claims/${id}`)).decision.selfDecided, true)
  const { history } = await client.get('auditor', `/claims/${id}/history`)
  assert.equal(history[0].detail, 'self-decided')
  assert.equal((await client.ask('admin', 'PATCH', '/settings', { selfDecision: false })).status, 200)
  const again = await claimBy(await tokenOf(await createAccount()), 'eyes-alone-again')
  assert.equal((await decide('admin', again)).status, 403)
})
