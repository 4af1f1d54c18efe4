import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bundles, verify } from '#test/bundles.ts'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let people: Readonly<Record<string, string>>
let count = 0

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  people = await client.people()
})
after(() => p[Symbol.asyncDispose]())

const nextKey = () => `several-${++count}`

const requirementOf = async (reviewersRequired: number | undefined): Promise<string> => {
  const body = { requirementKey: nextKey(), title: 'Needs several', status: 'active', reviewersRequired }
  const { status, body: requirement, text } = await client.ask('admin', 'POST', '/evidence-requirements', body)
  assert.equal(status, 201, text)
  assert.equal(requirement.reviewersRequired, reviewersRequired ?? 1)
  return requirement.id
}

const setNumber = async (id: string, reviewersRequired: number) => {
  const { status, body, text } = await client.ask('admin', 'PATCH', `/evidence-requirements/${id}`, {
    reviewersRequired,
  })
  assert.equal(status, 200, text)
  assert.equal(body.reviewersRequired, reviewersRequired)
}

/** A claim by the scanner, for a requirement that demands this many approvals. */
const claimFor = (evidenceRequirementId: string) => client.claim(nextKey(), { evidenceRequirementId })
const claimNeeding = async (reviewers: number) => claimFor(await requirementOf(reviewers))

const read = (id: string, person = 'reviewer') => client.get(person, `/claims/${id}`)

const decide = async (person: string, id: string, verb = 'approve') => {
  const { reviewedDigest } = await read(id, person)
  return client.ask(person, 'POST', `/claims/${id}/${verb}`, { reviewedDigest })
}

const must = async (person: string, id: string, verb = 'approve') => {
  const { status, body, text } = await decide(person, id, verb)
  assert.equal(status, 200, text)
  return body
}

const refused = async (code: string, person: string, id: string, verb = 'approve') => {
  const { body, text } = await decide(person, id, verb)
  assert.equal(body.code, code, text)
}

const eventsOf = async (id: string) => {
  const rows = await p.sql('select type from outbox_event where body like $1 order by id', [`%${id}%`])
  return rows.map(({ type }) => type).filter(type => String(type).startsWith('evidence.claim.'))
}

const actionsOf = async (id: string) => {
  const rows = await p.sql('select record from audit_event where resource_id = $1 order by id', [id])
  return rows.map(({ record }) => JSON.parse(String(record))).filter(({ outcome }) => outcome === 'done')
}

const stateOf = async (id: string) => {
  const { status, approvals } = await read(id)
  return [status, approvals.given, approvals.needed]
}

const reviewers = ['reviewer', 'second.reviewer', 'admin']

describe('a claim that needs several approvals', () => {
  for (const needed of [1, 2, 3])
    test(`is accepted by the last of ${needed}, with one event and the same v1 record before it`, async () => {
      const id = await claimNeeding(needed)
      const token = await p.token('acme-scanner')
      const v1 = async () => (await p.call('GET', `/api/v1/governance/evidence/claims/${id}`, { token })).text
      const before = await v1()
      for (const [i, person] of reviewers.slice(0, needed - 1).entries()) {
        const { approvals, ...record } = await must(person, id)
        assert.deepEqual([record.status, approvals], ['submitted', { given: i + 1, needed }])
        assert.equal(await v1(), before)
        assert.deepEqual(await stateOf(id), ['submitted', i + 1, needed])
      }
      const last = await must(reviewers[needed - 1] ?? '', id)
      assert.deepEqual([last.status, 'approvals' in last], ['accepted', false])
      assert.deepEqual(await stateOf(id), ['accepted', needed, needed])
      assert.deepEqual(await eventsOf(id), ['evidence.claim.created', 'evidence.claim.approved'])
      const actions = (await actionsOf(id)).map(({ action }) => action)
      const partial = Array.from({ length: needed - 1 }, () => 'evidence.claim.approve_in_part')
      assert.deepEqual(actions, ['evidence.claim.create', ...partial, 'evidence.claim.approve'])
    })

  test('goes to another reviewer after each approval, and never back to the person who approved', async () => {
    const id = await claimNeeding(2)
    const { reviewerId } = await read(id)
    const [first, other] = reviewerId === people.reviewer ? reviewers : reviewers.slice(0, 2).reverse()
    await must(first ?? '', id)
    assert.equal((await read(id)).reviewerId, people[other ?? ''])
    const work = async (person = '') => (await client.get(person, '/my-work?limit=200&kind=claim_review')).work
    const has = async (person = '') => (await work(person)).some((entry: { id: string }) => entry.id === id)
    assert.deepEqual([await has(first), await has(other)], [false, true])
    const { review } = await read(id, first)
    assert.deepEqual([review.approved, review.mayDecide], [true, true])
    assert.ok(!review.deciders.some((person: { id: string }) => person.id === people[first ?? '']))
    const assigned = await client.ask('admin', 'POST', `/claims/${id}/assign`, { reviewerId: people[first ?? ''] })
    assert.deepEqual([assigned.status, assigned.body.code], [422, 'claim.reviewer_approved_it'])
  })

  test('is rejected by one rejection, also of a person who approved it', async () => {
    const id = await claimNeeding(3)
    await must('reviewer', id)
    await must('reviewer', id, 'reject')
    assert.deepEqual((await stateOf(id))[0], 'rejected')
    assert.deepEqual(await eventsOf(id), ['evidence.claim.created', 'evidence.claim.rejected'])
  })

  test('counts no person twice', async () => {
    const id = await claimNeeding(2)
    await must('reviewer', id)
    await refused('claim.approved_before', 'reviewer', id)
    assert.deepEqual(await stateOf(id), ['submitted', 1, 2])
    await must('second.reviewer', id)
  })

  test('counts people who could act as one another once', async () => {
    const id = await claimNeeding(2)
    const alike = await claimNeeding(2)
    await must('second.reviewer', id)
    await must('admin', alike)
    const now = new Date(p.clock.now()).toISOString()
    await p.sql(
      `insert into custodian (organization_id, person_id, custodian_id, why, since, applies_from)
       select organization_id, id, $2, 'password', $3, $3 from person where id = $1`,
      [people['second.reviewer'], people.admin, now],
    )
    const both = createWorkspaceClient(p)
    for (const [person, claim] of [
      ['admin', id],
      ['second.reviewer', alike],
    ] as const) {
      const { reviewedDigest } = await both.get(person, `/claims/${claim}`)
      const { body } = await both.ask(person, 'POST', `/claims/${claim}/approve`, { reviewedDigest })
      assert.equal(body.code, 'claim.approved_before', person)
    }
    await must('reviewer', id)
    await p.sql('delete from custodian where person_id = $1', [people['second.reviewer']])
  })

  test('does not count contributors, also those who approved before they contributed', async () => {
    const requirement = await requirementOf(2)
    const created = await client.ask(
      'admin',
      'POST',
      '/claims',
      claimInput(nextKey(), { evidenceRequirementId: requirement }),
    )
    await refused('claim.own', 'admin', created.body.id)
    const id = await claimFor(requirement)
    await must('admin', id)
    const announced = await client.ask('admin', 'POST', '/attachments/upload-intents', {
      ...{ claimId: id, originalFilename: 'a.txt', contentType: 'text/plain', byteSize: 1 },
      checksumSha256: 'a'.repeat(64),
    })
    assert.equal(announced.status, 201, announced.text)
    const { approvals } = await read(id)
    assert.deepEqual([approvals.given, approvals.list[0].voidReason], [0, 'contributed'])
    const { approvals: after } = await must('reviewer', id)
    assert.deepEqual(after, { given: 1, needed: 2 })
    const [, end] = await actionsOf(approvals.list[0].id)
    assert.deepEqual([end.action, end.detail], ['evidence.approval.void', 'contributed'])
    await must('second.reviewer', id)
    assert.deepEqual(await stateOf(id), ['accepted', 2, 2])
  })

  test('loses its approvals when it gets a file or an answer, and the trail says so', async () => {
    const id = await claimNeeding(3)
    await must('reviewer', id)
    await must('second.reviewer', id)
    await client.attach(id, 'a later file')
    assert.deepEqual(await stateOf(id), ['submitted', 0, 3])
    const { approvals } = await read(id)
    assert.deepEqual(
      approvals.list.map(({ voidReason }: { voidReason: string }) => voidReason),
      ['changed', 'changed'],
    )
    const voided = (await actionsOf(id)).find(({ action }) => action === 'evidence.claim.void_approvals')
    assert.deepEqual([voided?.actorKind, voided?.detail], ['service_account', 'approvals 2 → 0'])
    await must('reviewer', id)
    const question = { question: 'Which volumes did the job restore?' }
    assert.equal((await client.ask('second.reviewer', 'POST', `/claims/${id}/ask`, question)).status, 200)
    assert.deepEqual(await stateOf(id), ['submitted', 1, 3], 'a question alone changes nothing')
    const answer = { answer: 'All of them.' }
    assert.equal((await client.ask('contributor', 'POST', `/claims/${id}/answer`, answer)).status, 200)
    assert.deepEqual(await stateOf(id), ['submitted', 0, 3])
    for (const person of reviewers) await must(person, id)
    assert.deepEqual(await stateOf(id), ['accepted', 3, 3])
  })

  test('two approvals at once count as two, and the same person twice as one', async () => {
    const id = await claimNeeding(3)
    const { reviewedDigest } = await read(id)
    const at = (person: string) => client.ask(person, 'POST', `/claims/${id}/approve`, { reviewedDigest })
    const results = await Promise.all([at('reviewer'), at('reviewer'), at('second.reviewer')])
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 200, 403])
    assert.deepEqual(await stateOf(id), ['submitted', 2, 3])
  })
})

describe('the number of approvals', () => {
  test('is 1 to 3, and set by administrators only', async () => {
    const id = await requirementOf(undefined)
    for (const reviewersRequired of [0, 4, 1.5, '2', null]) {
      const { status } = await client.ask('admin', 'PATCH', `/evidence-requirements/${id}`, { reviewersRequired })
      assert.equal(status, 400, String(reviewersRequired))
    }
    const { status } = await client.ask('reviewer', 'PATCH', `/evidence-requirements/${id}`, { reviewersRequired: 2 })
    assert.equal(status, 403)
  })

  test('counts for waiting claims when it is raised, and not when it is lowered', async () => {
    const requirement = await requirementOf(2)
    const waiting = await claimFor(requirement)
    await must('reviewer', waiting)
    await setNumber(requirement, 1)
    assert.deepEqual(await stateOf(waiting), ['submitted', 1, 2])
    const later = await claimFor(requirement)
    assert.deepEqual(await stateOf(later), ['submitted', 0, 1])
    await setNumber(requirement, 3)
    assert.deepEqual(await stateOf(waiting), ['submitted', 1, 3])
    await must('second.reviewer', waiting)
    assert.deepEqual(await stateOf(waiting), ['submitted', 2, 3])
    await setNumber(requirement, 1)
    assert.deepEqual(await stateOf(waiting), ['submitted', 2, 3], 'one more, because only an approval accepts a claim')
    await must('admin', waiting)
    assert.deepEqual(await stateOf(waiting), ['accepted', 3, 3])
    const details = (await actionsOf(requirement)).map(({ detail }) => detail)
    assert.deepEqual(details, [null, 'reviewersRequired 2 → 1', 'reviewersRequired 1 → 3', 'reviewersRequired 3 → 1'])
  })

  test('is not in the machine interface', async () => {
    const id = await requirementOf(2)
    const token = await p.token('acme-scanner')
    const { text } = await p.call('GET', `/api/v1/governance/evidence/requirements/${id}`, { token })
    assert.ok(!text.includes('reviewersRequired'))
  })
})

test('a bundle proves the approvals and the questions of a claim', async () => {
  const requirementId = await requirementOf(2)
  const id = await claimFor(requirementId)
  await must('reviewer', id)
  await client.ask('second.reviewer', 'POST', `/claims/${id}/ask`, { question: 'Which volumes?' })
  await client.ask('contributor', 'POST', `/claims/${id}/answer`, { answer: 'All of them.' })
  await must('reviewer', id)
  const bundle = bundles(p, await client.signedIn('admin'))
  const { bytes } = await bundle.make({ kind: 'requirement', requirementId })
  for (const family of ['claim-approvals', 'claim-questions'])
    assert.ok(bytes.includes(`data/records/${family}.jsonl`), family)
  const { exit, text } = await verify(bytes)
  assert.equal(exit, 3, text)
})

test('self-decision lets a contributor count as one of several approvals, never as two', async () => {
  const settings = (selfDecision: boolean) => client.ask('admin', 'PATCH', '/settings', { selfDecision })
  const changed = await settings(true)
  assert.equal(changed.status, 200, changed.text)
  const evidenceRequirementId = await requirementOf(2)
  const { body } = await client.ask('admin', 'POST', '/claims', claimInput(nextKey(), { evidenceRequirementId }))
  await must('admin', body.id)
  await refused('claim.approved_before', 'admin', body.id)
  const { approvals } = await read(body.id)
  assert.deepEqual([approvals.given, approvals.list[0].selfDecided], [1, true])
  await must('reviewer', body.id)
  assert.deepEqual(await stateOf(body.id), ['accepted', 2, 2])
  assert.equal((await settings(false)).status, 200)
})
