import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, iso, minute } from '#lib/clock.ts'
import { createPolicies, type Policies } from '#test/policies.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let acme: Policies

before(async () => {
  p = await boot()
  acme = await createPolicies(p)
})
after(() => p[Symbol.asyncDispose]())

const end = () => p.system.runJob('end-policy-campaigns')
const get = (id: string) => acme.client.get('admin', `/policy-campaigns/${id}`)
const move = (id: string, days: number, status: number, who = 'admin') =>
  acme.must(who, status, 'PATCH', `/policy-campaigns/${id}`, { dueAt: iso(p.clock.now() + days * day) })

test('moving the due date gives people until the new date, and the claim has that date', async () => {
  const { id, requirementId } = await acme.campaign({ personIds: [acme.people.reviewer, acme.people.auditor] })
  assert.equal((await acme.read('reviewer', id)).status, 201)
  const { dueAt } = await move(id, 20, 200)
  p.clock.advance(19 * day)
  assert.equal(await end(), 0, 'the first due date has passed')
  assert.equal((await acme.read('auditor', id)).status, 201)
  assert.equal(await end(), 1)
  const { claims } = await acme.client.get('admin', `/claims?evidenceRequirementId=${requirementId}`)
  assert.equal(claims.length, 1)
  assert.equal((await acme.client.get('admin', `/claims/${claims[0].id}`)).claimSnapshot.dueAt, dueAt)
  assert.match((await move(id, 1, 422)).message, /is ended; only a running one can be changed/)
})

test('a campaign that could not end continues until its new due date, and can fail to end again', async () => {
  const { id, requirementId } = await acme.campaign({ personIds: [acme.people.reviewer, acme.people.auditor] })
  await acme.must('admin', 200, 'PATCH', `/evidence-requirements/${requirementId}`, { status: 'retired' })
  p.clock.advance(8 * day)
  assert.equal(await end(), 1)
  assert.match((await get(id)).failure, /retired/)
  assert.equal((await acme.read('auditor', id)).status, 422)
  const { dueAt } = await move(id, 3, 200)
  const again = await get(id)
  assert.deepEqual([again.status, again.failure, again.retryAt, again.dueAt], ['running', null, null, dueAt])
  assert.equal((await acme.read('auditor', id)).status, 201)
  assert.equal(await end(), 0)
  p.clock.advance(3 * day)
  assert.equal(await end(), 1)
  assert.match((await get(id)).failure, /retired/)
})

test('if the due date changes while the campaign is ending, the claim has the new date', async t => {
  const { id, requirementId } = await acme.campaign({ personIds: [acme.people.reviewer] })
  assert.equal((await acme.read('reviewer', id)).status, 201)
  const { blobs } = p.system.services
  const { put } = blobs
  t.after(() => Object.assign(blobs, { put }))
  let moved: { readonly dueAt: string } | undefined
  const moveThenPut: typeof put = async (...args) => {
    moved ??= await move(id, 20, 200)
    return put(...args)
  }
  Object.assign(blobs, { put: moveThenPut })
  await end()
  const { status, failure } = await get(id)
  assert.equal(status, 'running')
  assert.match(failure, /changed while the campaign was ending/)
  p.clock.advance(minute)
  await end()
  const { claims } = await acme.client.get('admin', `/claims?evidenceRequirementId=${requirementId}`)
  assert.equal(claims.length, 1)
  assert.equal((await acme.client.get('admin', `/claims/${claims[0].id}`)).claimSnapshot.dueAt, moved?.dueAt)
  assert.equal((await p.sql('select 1 from staged_blob')).length, 0)
})

test('a past or distant date is rejected, and so are people who may not start campaigns', async () => {
  const { id } = await acme.campaign()
  await move(id, -1, 400)
  await move(id, 367, 400)
  await move(id, 5, 403, 'contributor')
  await move(id, 5, 403, 'reviewer')
  await acme.must('admin', 200, 'POST', `/policy-campaigns/${id}/cancel`)
  await move(id, 5, 422)
})
