import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { createRounds, question } from '#test/claim-rounds.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let rounds: ReturnType<typeof createRounds>
let people: Readonly<Record<string, string>>
let unitCount = 0
/** The claim of each test, asked about by the reviewer. */
let id: string
let evidenceRequirementId: string

const must = async (status: number, method: string, path: string, body?: Readonly<Record<string, unknown>>) => {
  const response = await client.ask('admin', method, path, body)
  assert.equal(response.status, status, response.text)
  return response.body
}
const patch = (person: string, fields: Readonly<Record<string, unknown>>) =>
  must(200, 'PATCH', `/people/${people[person]}`, fields)
const unitOf = async (): Promise<string> => {
  const key = `waiting ${++unitCount}`
  return (await must(201, 'POST', '/units', { unitKey: key, title: key })).id
}
const placeClaim = async (unitId: string | null) =>
  must(200, 'POST', '/placements', { recordIds: [evidenceRequirementId], unitId })

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  rounds = createRounds(p, client)
  people = await client.people()
})
after(() => p[Symbol.asyncDispose]())

beforeEach(async () => {
  // Access that changed takes effect after the caches of identities.
  p.clock.advance(6 * minute)
  const key = rounds.nextKey()
  const requirement = { requirementKey: key, title: key, status: 'active' }
  evidenceRequirementId = (await must(201, 'POST', '/evidence-requirements', requirement)).id
  id = await rounds.claimOf('contributor', { evidenceRequirementId })
  await rounds.ask(id)
})

/** The party that the claim waits for, as its page and the list say, and whether it is in the work of administrators. */
const waiting = async () => {
  const { waitingFor, questions } = await rounds.read(id)
  const { claims } = await client.get('reviewer', `/claims?evidenceRequirementId=${evidenceRequirementId}`)
  assert.equal(claims[0].waitingFor, waitingFor)
  const [admin] = await rounds.needs(id, 'claim_answer', ['admin'])
  return [waitingFor, questions[0].waitsFor?.id ?? null, admin]
}
const withSubmitter = () => ['submitter', people.contributor, false]
const withAdministrators = ['administrators', null, true]

describe('a question waits for the administrators while its submitter', () => {
  test('cannot sign in', async () => {
    assert.deepEqual(await waiting(), withSubmitter())
    await patch('contributor', { disabled: true })
    assert.deepEqual(await waiting(), withAdministrators)
    await rounds.must('admin', id, 'answer', { answer: 'All of vault-3.' })
    assert.equal((await rounds.read(id)).waitingFor, 'reviewer')
    await patch('contributor', { disabled: false })
  })

  for (const role of ['auditor', 'admin'])
    test(`has the role ${role}, if it answers no questions`, async () => {
      await patch('contributor', { role })
      assert.deepEqual(await waiting(), role === 'auditor' ? withAdministrators : withSubmitter())
      await patch('contributor', { role: 'contributor' })
      assert.deepEqual(await waiting(), withSubmitter())
    })

  test('belongs to another unit', async () => {
    const [own, other] = [await unitOf(), await unitOf()]
    await patch('contributor', { unitIds: [own] })
    await placeClaim(own)
    assert.deepEqual(await waiting(), withSubmitter())
    await patch('contributor', { unitIds: [other] })
    assert.deepEqual(await waiting(), withAdministrators)
    await patch('contributor', { unitIds: [other, own] })
    assert.deepEqual(await waiting(), withSubmitter())
    await placeClaim(other)
    assert.deepEqual(await waiting(), withSubmitter())
    await patch('contributor', { unitIds: [own] })
    assert.deepEqual(await waiting(), withAdministrators)
    await placeClaim(null)
    await patch('contributor', { unitIds: null })
    assert.deepEqual(await waiting(), withSubmitter())
  })

  test('reviews now, and did not contribute to the claim', async () => {
    await p.sql(`update evidence_claim set answerer_id = $2 where id = $1`, [id, people['second.reviewer']])
    assert.deepEqual(await waiting(), withAdministrators)
    assert.deepEqual(await rounds.needs(id, 'claim_answer', ['second.reviewer']), [false])
    await rounds.refused([403, 'claim.not_yours_to_answer'], 'second.reviewer', id, 'answer', { answer: 'Not mine.' })
  })
})

test('a question of the only administrator waits for the contributors', async () => {
  const claim = await client.claim(rounds.nextKey())
  await rounds.must('admin', claim, 'ask', { question })
  assert.deepEqual(await rounds.needs(claim, 'claim_answer', ['admin', 'contributor']), [false, true])
  await rounds.must('contributor', claim, 'answer', { answer: 'All of vault-3.' })
  assert.deepEqual(await rounds.needs(claim, 'claim_answer', ['admin', 'contributor']), [false, false])
})

test('the answer returns to another reviewer if the one who asked can no longer decide', async () => {
  await patch('reviewer', { disabled: true })
  await rounds.must('contributor', id, 'answer', { answer: 'All of vault-3.' })
  const { reviewerId } = await rounds.read(id, 'second.reviewer')
  assert.equal(reviewerId, people['second.reviewer'])
  assert.deepEqual(await rounds.needs(id, 'claim_review', ['second.reviewer']), [true])
  await patch('reviewer', { disabled: false })
})
