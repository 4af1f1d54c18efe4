import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { iso } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { createSubmissionsClient, type SubmissionsClient, submissions } from './submissions-client.ts'

let p: Probata
let client: SubmissionsClient
let people: WorkspaceClient
let requirementId: string

before(async () => {
  p = await boot()
  client = await createSubmissionsClient(p)
  people = createWorkspaceClient(p)
  requirementId = await client.requirement({ requireReview: true, requireApproval: true })
})
after(() => p[Symbol.asyncDispose]())

const event = (eventKind: string) => ({ eventKind, occurredAt: iso(p.clock.now()), eventSnapshot: {} })

const record = (person: string, packageId: string, eventKind: string) =>
  people.ask(person, 'POST', `/packages/${packageId}/events`, event(eventKind))

const recordAll = async (person: string, packageId: string, ...kinds: readonly string[]) => {
  for (const kind of kinds) {
    const { status, text } = await record(person, packageId, kind)
    assert.equal(status, 201, `${kind} by ${person}: ${text}`)
  }
}

/** Asserts a 422 with this reason, and that no event was recorded. */
const assertRejected = async (person: string, packageId: string, kind: string, reason: RegExp) => {
  const eventsBefore = await client.events(packageId)
  const { othersOnly } = await people.get(person, `/packages/${packageId}`)
  assert.ok(othersOnly.includes(kind), `${kind} is announced as another person's`)
  const { status, body } = await record(person, packageId, kind)
  assert.deepEqual([status, body.error], [422, 'unprocessable'], `${kind} by ${person}`)
  assert.match(body.message, reason)
  assert.deepEqual(await client.events(packageId), eventsBefore)
}

const contributorReason = /people who made or changed it cannot/
const reviewerReason = /people who reviewed it cannot/

const makeAccount = async (person: string): Promise<string> => {
  const scopes = ['governance.submissions:read', 'governance.submissions:write']
  const { body } = await people.ask(person, 'POST', '/service-accounts', { name: 'made here', scopes })
  const credentials = { client_id: body.serviceAccount.clientId, client_secret: body.clientSecret }
  const tokenResponse = await p.call('POST', '/api/v1/auth/token', {
    body: { grant_type: 'client_credentials', ...credentials },
  })
  assert.equal(tokenResponse.status, 200, tokenResponse.text)
  return tokenResponse.body.access_token
}

const recordAsMachine = (token: string, packageId: string, kind: string) =>
  p.call('POST', `${submissions}/packages/${packageId}/events`, {
    token,
    body: { ...event(kind), reason: 'recorded by a test service account' },
  })

test('with review and approval, three people are needed: creator, reviewer, approver', async () => {
  const id = await client.package(requirementId)
  await assertRejected('admin', id, 'reviewed', contributorReason)
  await recordAll('reviewer', id, 'reviewed')
  await assertRejected('reviewer', id, 'approved', reviewerReason)
  await assertRejected('admin', id, 'approved', contributorReason)
  await recordAll('second.reviewer', id, 'approved')
  await recordAll('admin', id, 'submitted')
})

test('with review or approval, someone other than the creator is needed; with neither, no one else', async () => {
  const approval = await client.package(await client.requirement({ requireApproval: true }))
  await recordAll('admin', approval, 'reviewed')
  await assertRejected('admin', approval, 'approved', contributorReason)
  await recordAll('reviewer', approval, 'approved', 'submitted')
  const review = await client.package(await client.requirement({ requireReview: true }))
  await assertRejected('admin', review, 'reviewed', contributorReason)
  await recordAll('reviewer', review, 'reviewed', 'approved', 'submitted')
  await recordAll('admin', await client.package(await client.requirement()), 'reviewed', 'approved', 'submitted')
})

test("a service account's event counts as its creator's, and two accounts of one person count as one person", async () => {
  const [one, two] = [await makeAccount('admin'), await makeAccount('admin')]
  const packageId = await client.package(requirementId)
  const response = await recordAsMachine(one, packageId, 'reviewed')
  assert.deepEqual([response.status, contributorReason.test(response.body.message)], [422, true], response.text)

  const { body } = await people.ask('contributor', 'POST', '/packages', {
    submissionRequirementId: requirementId,
    packageKey: 'eyes-contributor',
    title: 'of the contributor',
    dueAt: iso(p.clock.now()),
  })
  assert.equal((await recordAsMachine(one, body.id, 'reviewed')).status, 201)
  const secondResponse = await recordAsMachine(two, body.id, 'approved')
  assert.deepEqual(
    [secondResponse.status, reviewerReason.test(secondResponse.body.message)],
    [422, true],
    secondResponse.text,
  )
  await assertRejected('admin', body.id, 'approved', reviewerReason)
  await recordAll('reviewer', body.id, 'approved', 'submitted')

  const secondPackage = await client.package(requirementId)
  assert.equal((await recordAsMachine(client.token, secondPackage, 'reviewed')).status, 201)
  assert.equal(
    (await recordAsMachine(client.token, secondPackage, 'approved')).status,
    422,
    'another machine of the same person',
  )
})

test('a person who changes the contents of a package becomes a contributor, and earlier reviews no longer count', async () => {
  const claimId = await people.claim('eyes-content')
  const id = await client.package(requirementId)
  await recordAll('reviewer', id, 'reviewed')
  const frozen = await people.ask('contributor', 'POST', `/packages/${id}/contents`, { claimId })
  assert.deepEqual([frozen.status, frozen.body.error], [422, 'unprocessable'])
  assert.match(frozen.body.message, /return it to draft/)
  assert.equal((await people.ask('reviewer', 'POST', `/packages/${id}/return`)).status, 200)
  const added = await people.ask('contributor', 'POST', `/packages/${id}/contents`, { claimId })
  assert.equal(added.status, 201, added.text)
  const { people: allPeople } = await people.get('admin', '/people')
  const contributor = allPeople.find(({ role }: { role: string }) => role === 'contributor').id
  await people.ask('admin', 'PATCH', `/people/${contributor}`, { role: 'reviewer' })
  try {
    await assertRejected('contributor', id, 'reviewed', contributorReason)
  } finally {
    await people.ask('admin', 'PATCH', `/people/${contributor}`, { role: 'contributor' })
  }
  await recordAll('second.reviewer', id, 'reviewed')
  await assertRejected('second.reviewer', id, 'approved', reviewerReason)
  await recordAll('reviewer', id, 'approved')
})

test('a person who changes title or due date becomes a contributor to the package, and reviewed values are kept', async () => {
  const id = await client.package(requirementId)
  const change = async (status: number, person: string, changes: object) => {
    const response = await people.ask(person, 'PATCH', `/packages/${id}`, { ...changes })
    assert.equal(response.status, status, response.text)
    return response.body
  }
  await recordAll('reviewer', id, 'reviewed')
  for (const changes of [{ title: 'Not reviewed' }, { dueAt: iso(p.clock.now()) }])
    assert.match((await change(422, 'contributor', changes)).message, /return it to draft/)
  await recordAll('second.reviewer', id, 'approved')
  await change(422, 'contributor', { title: 'Not reviewed' })
  assert.equal((await people.ask('reviewer', 'POST', `/packages/${id}/return`)).status, 200)
  await change(200, 'contributor', { title: 'Of the contributor' })
  const contributor = (await people.people()).contributor
  await people.ask('admin', 'PATCH', `/people/${contributor}`, { role: 'reviewer' })
  try {
    await assertRejected('contributor', id, 'reviewed', contributorReason)
  } finally {
    await people.ask('admin', 'PATCH', `/people/${contributor}`, { role: 'contributor' })
  }
  await recordAll('second.reviewer', id, 'reviewed')
  await recordAll('reviewer', id, 'approved', 'submitted', 'rejected')
  await change(200, 'contributor', { title: 'Corrected' })
  assert.equal((await record('reviewer', id, 'resubmitted')).status, 422, 'the new title was not reviewed')
})

test('a package is not resubmitted without the reviews that its policy requires', async () => {
  const packageId = await client.package(requirementId)
  await recordAll('reviewer', packageId, 'withdrawn')
  const earlyResubmission = await record('reviewer', packageId, 'resubmitted')
  assert.deepEqual([earlyResubmission.status, earlyResubmission.body.error], [422, 'unprocessable'])
  const { validEventKinds, returnable } = await people.get('reviewer', `/packages/${packageId}`)
  assert.deepEqual([validEventKinds.includes('resubmitted'), returnable], [false, true])

  const id = await client.package(requirementId)
  await recordAll('reviewer', id, 'reviewed')
  await recordAll('second.reviewer', id, 'approved', 'submitted', 'rejected', 'resubmitted', 'rejected')
  const claimId = await people.claim('eyes-corrected')
  assert.equal((await people.ask('admin', 'POST', `/packages/${id}/contents`, { claimId })).status, 201)
  assert.equal((await record('reviewer', id, 'resubmitted')).status, 422)
  assert.equal((await people.ask('reviewer', 'POST', `/packages/${id}/return`)).status, 200)
  await recordAll('second.reviewer', id, 'reviewed')
  await recordAll('reviewer', id, 'approved', 'submitted')
})

test('a workspace with too few people shows it, and can allow it; each such event is marked', async () => {
  const id = await client.package(requirementId)
  await recordAll('reviewer', id, 'reviewed')
  const ids = await people.people()
  const disable = (disabled: boolean) => people.ask('admin', 'PATCH', `/people/${ids['second.reviewer']}`, { disabled })
  await disable(true)
  try {
    const { nobodys, selfDecision } = await people.get('admin', `/packages/${id}`)
    assert.deepEqual([nobodys, selfDecision], [['approved'], false])
    assert.equal((await people.ask('admin', 'PATCH', '/settings', { selfDecision: true })).status, 200)
    await recordAll('admin', id, 'approved')
    const { timeline } = await people.get('auditor', `/packages/${id}/timeline`)
    assert.deepEqual(
      timeline.map((entry: { event: { eventKind: string; selfDecided?: true } }) => [
        entry.event.eventKind,
        entry.event.selfDecided,
      ]),
      [
        ['created', undefined],
        ['reviewed', undefined],
        ['approved', true],
      ],
    )
    const { auditEvents } = await people.get('auditor', '/audit?action=submission.event.record&limit=1')
    assert.equal(auditEvents[0].detail, 'approved, self-decided')
  } finally {
    await people.ask('admin', 'PATCH', '/settings', { selfDecision: false })
    await disable(false)
  }
})
