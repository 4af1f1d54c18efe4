import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
})
after(() => p[Symbol.asyncDispose]())

const ask = (method: string, path: string, body: object = {}) => client.ask('contributor', method, path, { ...body })
const get = (path: string) => client.get('auditor', path)
const must = async (status: number, method: string, path: string, body: object = {}) => {
  const answer = await ask(method, path, body)
  assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
  return answer.body
}

let numbered = 0
const framework = (): Promise<{ id: string; frameworkKey: string }> =>
  must(201, 'POST', '/frameworks', { frameworkKey: `F${++numbered}`, title: 'A framework', status: 'active' })
const control = (over: object = {}): Promise<{ id: string }> =>
  must(201, 'POST', '/controls', { controlKey: `C${++numbered}`, title: 'A control', status: 'active', ...over })

const importInto = (id: string, body: object) => must(200, 'POST', `/frameworks/${id}/clauses`, body)
const listed = async (id: string) => (await get(`/frameworks/${id}/clauses`)).clauses
const keyed = async (id: string) => {
  const clauses = await listed(id)
  return Object.fromEntries(clauses.map((clause: { clauseKey: string }) => [clause.clauseKey, clause]))
}

/** Creates a requirement whose accepted claim expires after this many days. */
const proven = async (days: number): Promise<{ id: string; claimId: string; until: string }> => {
  const key = `R${++numbered}`
  const requirement = await client.ask('admin', 'POST', '/evidence-requirements', {
    requirementKey: key,
    title: 'Proof',
    status: 'active',
  })
  assert.equal(requirement.status, 201, requirement.text)
  const until = iso(p.clock.now() + days * day)
  const claimId = await client.claim(key, { evidenceRequirementId: requirement.body.id, validUntil: until })
  await client.decide(claimId, 'approve')
  return { id: requirement.body.id, claimId, until }
}
const unproven = async (): Promise<{ id: string }> => {
  const requirementKey = `R${++numbered}`
  const { body } = await client.ask('admin', 'POST', '/evidence-requirements', {
    requirementKey,
    title: 'Proof',
    status: 'active',
  })
  return body
}
const requires = (controlId: string, evidenceRequirementId: string) =>
  must(201, 'POST', `/controls/${controlId}/requirements`, { evidenceRequirementId })
const answers = (clauseId: string, controlId: string, extent = 'full') =>
  must(201, 'POST', `/clauses/${clauseId}/controls`, { controlId, extent })

test('a clause without text that contains others is a heading, unless the import says otherwise', async () => {
  const { id } = await framework()
  const under = (parentKey: string, clauseKey: string) => ({ clauseKey, parentKey, title: clauseKey })
  const clauses = [
    { clauseKey: '1', title: 'Heading' },
    under('1', '1.1'),
    { clauseKey: '2', title: 'With text', text: 'Do this.' },
    under('2', '2.1'),
    { clauseKey: '3', title: 'Declared', isAssessable: true },
    under('3', '3.1'),
  ]
  await importInto(id, { clauses })
  const assessable = (await listed(id)).filter((one: { isAssessable: boolean }) => one.isAssessable)
  const keys = ['1.1', '2', '2.1', '3', '3.1']
  assert.deepEqual(
    assessable.map(({ clauseKey }: { clauseKey: string }) => clauseKey),
    keys,
  )
  const again = await importInto(id, { clauses })
  assert.deepEqual([again.changed, again.unchanged], [0, 6])
  assert.equal((await get(`/frameworks/${id}/coverage`)).clauses, keys.length)
  const { frameworks } = await get('/overview/coverage')
  assert.equal(frameworks.find((one: { id: string }) => one.id === id).applicable, keys.length)
  assert.equal((await get(`/frameworks/${id}/applicability`)).clauses.length, keys.length)
})

test('chapters count the clauses below them, and gaps name the missing proof with its owners', async () => {
  const { id } = await framework()
  const under = (parentKey: string, clauseKey: string) => ({ clauseKey, parentKey, title: `Clause ${clauseKey}` })
  const clauses = [
    { clauseKey: 'A', title: 'First' },
    under('A', 'A.1'),
    under('A.1', 'A.1.1'),
    under('A.1', 'A.1.2'),
    under('A', 'A.2'),
    { clauseKey: 'B', title: 'Second' },
    under('B', 'B.1'),
    { clauseKey: 'C', title: 'Alone' },
  ]
  await importInto(id, { clauses })
  const clause = await keyed(id)
  const { id: ownerId } = (await client.get('admin', '/session')).person
  const [soon, never] = [await proven(10), await unproven()]
  const owned = await client.ask('admin', 'PATCH', `/evidence-requirements/${never.id}`, { ownerId })
  assert.equal(owned.status, 200, owned.text)
  const [whole, lacking, bare] = [await control(), await control({ ownerId }), await control()]
  await requires(whole.id, soon.id)
  for (const requirement of [soon, never]) await requires(lacking.id, requirement.id)
  await answers(clause['A.1.1'].id, whole.id)
  await answers(clause['A.1.2'].id, lacking.id)
  await answers(clause['B.1'].id, bare.id)
  const not = { applicability: 'not_applicable', justification: 'Nothing of the kind is done here.' }
  await must(200, 'PATCH', `/clauses/${clause['A.2'].id}`, not)
  const { chapters, total } = await get(`/frameworks/${id}/chapters`)
  type Chapter = Readonly<Record<string, string | number | null>>
  assert.deepEqual(
    chapters.map((one: Chapter) => [
      ...[one.clauseKey, one.depth, one.applicable, one.notApplicable, one.proven, one.partlyProven],
      ...[one.withoutRequirements, one.unmapped],
    ]),
    [
      ['A', 0, 2, 1, 1, 1, 0, 0],
      ['A.1', 1, 2, 0, 1, 1, 0, 0],
      ['B', 0, 1, 0, 0, 0, 1, 0],
      [null, 0, 1, 0, 0, 0, 0, 1],
    ],
  )
  assert.equal(total, 4)
  const rows = (await get(`/frameworks/${id}/applicability`)).clauses
  const gapsOf = (key: string) => rows.find((one: { clauseKey: string }) => one.clauseKey === key)
  assert.deepEqual([gapsOf('A.1.1').gaps, gapsOf('A.1.1').firstExpiry], [[], soon.until])
  assert.equal(gapsOf('A.1.2').gaps.length, 1)
  const [{ controlOwner, requirementId, requirementOwner, expiredAt }] = gapsOf('A.1.2').gaps
  assert.deepEqual(
    [controlOwner, requirementId, requirementOwner, expiredAt],
    ['admin of acme', never.id, 'admin of acme', null],
  )
  const [gap] = gapsOf('B.1').gaps
  assert.deepEqual([gap.controlId, gap.controlOwner, gap.requirementId], [bare.id, null, null])
  assert.deepEqual([gapsOf('C').gaps, gapsOf('C').firstExpiry], [[], null])
  p.clock.advance(11 * day)
  const later = (await get(`/frameworks/${id}/applicability`)).clauses
  const expired = later.find((one: { clauseKey: string }) => one.clauseKey === 'A.1.1')
  assert.deepEqual([expired.gaps[0].expiredAt, expired.firstExpiry], [soon.until, null])
})
