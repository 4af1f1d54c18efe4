import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let people: Readonly<Record<string, string>>
const units: Record<string, string> = {}
let keys = 0

// biome-ignore lint/suspicious/noExplicitAny: as Answer.body
const must = async (status: number, method: string, path: string, body?: object): Promise<any> => {
  const response = await client.ask('admin', method, path, { ...body })
  assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
  return response.body
}

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  people = await client.people()
  for (const unitKey of ['treasury', 'lending', 'legal'])
    units[unitKey] = (await must(201, 'POST', '/units', { unitKey, title: unitKey })).id
  await limit('reviewer', 'treasury')
  await limit('second.reviewer', 'lending')
})
after(() => p[Symbol.asyncDispose]())

const limit = (person: string, unit: string) =>
  must(200, 'PATCH', `/people/${people[person]}`, { unitIds: [units[unit]] })

const requirementIn = async (unit: string, fields = {}): Promise<string> => {
  const requirement = { requirementKey: `REQ-${++keys}`, title: 'In a unit', status: 'active', ...fields }
  const { id } = await must(201, 'POST', '/evidence-requirements', requirement)
  await must(200, 'POST', '/placements', { recordIds: [id], unitId: units[unit] })
  return id
}

const claimFor = async (evidenceRequirementId: string): Promise<string> =>
  (await must(201, 'POST', '/claims', { ...claimInput(`claim-${++keys}`), evidenceRequirementId })).id

const reviewerOf = async (id: string): Promise<string | undefined> => {
  const { reviewerId } = await client.get('admin', `/claims/${id}`)
  return Object.keys(people).find(name => people[name] === reviewerId)
}

test('a claim goes to a reviewer who sees its unit', async () => {
  const [treasury, lending] = [await requirementIn('treasury'), await requirementIn('lending')]
  for (let i = 0; i < 3; i++) {
    assert.equal(await reviewerOf(await claimFor(treasury)), 'reviewer')
    assert.equal(await reviewerOf(await claimFor(lending)), 'second.reviewer')
  }
})

test('a unit without a reviewer leaves the claim to the administrators, and the page names those who can decide', async () => {
  const id = await claimFor(await requirementIn('legal'))
  assert.equal(await reviewerOf(id), undefined)
  const { review } = await client.get('admin', `/claims/${id}`)
  const deciders = review.deciders.map((one: { readonly id: string }) => one.id)
  assert.ok(!deciders.includes(people.reviewer) && !deciders.includes(people['second.reviewer']), deciders.join())
})

test('the owner of a requirement who does not see its unit is passed over', async () => {
  const requirement = await requirementIn('treasury', { ownerId: people['second.reviewer'] })
  assert.equal(await reviewerOf(await claimFor(requirement)), 'reviewer')
})

test('a claim is not assigned to a person of another unit', async () => {
  const id = await claimFor(await requirementIn('treasury'))
  const response = await client.ask('admin', 'POST', `/claims/${id}/assign`, { reviewerId: people['second.reviewer'] })
  assert.equal(response.status, 422, response.text)
  assert.match(response.text, /limited to other units and cannot see it/)
  await must(200, 'POST', `/claims/${id}/assign`, { reviewerId: people.reviewer })
})

test('the next approval is asked of a reviewer who sees the unit', async () => {
  const id = await claimFor(await requirementIn('treasury', { reviewersRequired: 2 }))
  const { reviewedDigest } = await client.get('reviewer', `/claims/${id}`)
  const response = await client.ask('reviewer', 'POST', `/claims/${id}/approve`, { reviewedDigest })
  assert.equal(response.status, 200, response.text)
  assert.equal(await reviewerOf(id), undefined, 'the other reviewer does not see it')
})
