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
  const response = await ask(method, path, body)
  assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
  return response.body
}

let keyCount = 0
const createFramework = (): Promise<{ id: string; frameworkKey: string }> =>
  must(201, 'POST', '/frameworks', { frameworkKey: `F${++keyCount}`, title: 'A framework', status: 'active' })
const newControl = (overrides: object = {}): Promise<{ id: string }> =>
  must(201, 'POST', '/controls', { controlKey: `C${++keyCount}`, title: 'A control', status: 'active', ...overrides })

const importInto = (id: string, body: object) => must(200, 'POST', `/frameworks/${id}/clauses`, body)
const listClauses = async (id: string) => (await get(`/frameworks/${id}/clauses`)).clauses
const clausesByKey = async (id: string) => {
  const clauses = await listClauses(id)
  return Object.fromEntries(clauses.map((clause: { clauseKey: string }) => [clause.clauseKey, clause]))
}

/** Creates a requirement whose accepted claim expires after this many days. */
const provenRequirement = async (days: number): Promise<{ id: string; claimId: string; until: string }> => {
  const key = `R${++keyCount}`
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
const createRequirement = async (): Promise<{ id: string }> => {
  const requirementKey = `R${++keyCount}`
  const { body } = await client.ask('admin', 'POST', '/evidence-requirements', {
    requirementKey,
    title: 'Proof',
    status: 'active',
  })
  return body
}
const requireProof = (controlId: string, evidenceRequirementId: string) =>
  must(201, 'POST', `/controls/${controlId}/requirements`, { evidenceRequirementId })
const linkControl = (clauseId: string, controlId: string, extent = 'full') =>
  must(201, 'POST', `/clauses/${clauseId}/controls`, { controlId, extent })

test('a clause without text that contains others is a heading, unless the import says otherwise', async () => {
  const { id } = await createFramework()
  const childOf = (parentKey: string, clauseKey: string) => ({ clauseKey, parentKey, title: clauseKey })
  const clauses = [
    { clauseKey: '1', title: 'Heading' },
    childOf('1', '1.1'),
    { clauseKey: '2', title: 'With text', text: 'Do this.' },
    childOf('2', '2.1'),
    { clauseKey: '3', title: 'Declared', isAssessable: true },
    childOf('3', '3.1'),
  ]
  await importInto(id, { clauses })
  const assessable = (await listClauses(id)).filter((clause: { isAssessable: boolean }) => clause.isAssessable)
  const keys = ['1.1', '2', '2.1', '3', '3.1']
  assert.deepEqual(
    assessable.map(({ clauseKey }: { clauseKey: string }) => clauseKey),
    keys,
  )
  const again = await importInto(id, { clauses })
  assert.deepEqual([again.changed, again.unchanged], [0, 6])
  assert.equal((await get(`/frameworks/${id}/coverage`)).clauses, keys.length)
  const { frameworks } = await get('/overview/coverage')
  assert.equal(frameworks.find((covered: { id: string }) => covered.id === id).applicable, keys.length)
  assert.equal((await get(`/frameworks/${id}/applicability`)).clauses.length, keys.length)
})

test('chapters count the clauses below them, and gaps name the missing proof with its owners', async () => {
  const { id } = await createFramework()
  const childOf = (parentKey: string, clauseKey: string) => ({ clauseKey, parentKey, title: `Clause ${clauseKey}` })
  const clauses = [
    { clauseKey: 'A', title: 'First' },
    childOf('A', 'A.1'),
    childOf('A.1', 'A.1.1'),
    childOf('A.1', 'A.1.2'),
    childOf('A', 'A.2'),
    { clauseKey: 'B', title: 'Second' },
    childOf('B', 'B.1'),
    { clauseKey: 'C', title: 'Alone' },
  ]
  await importInto(id, { clauses })
  const clause = await clausesByKey(id)
  const { id: ownerId } = (await client.get('admin', '/session')).person
  const [soon, never] = [await provenRequirement(10), await createRequirement()]
  const owned = await client.ask('admin', 'PATCH', `/evidence-requirements/${never.id}`, { ownerId })
  assert.equal(owned.status, 200, owned.text)
  const [whole, lacking, bare] = [await newControl(), await newControl({ ownerId }), await newControl()]
  await requireProof(whole.id, soon.id)
  for (const requirement of [soon, never]) await requireProof(lacking.id, requirement.id)
  await linkControl(clause['A.1.1'].id, whole.id)
  await linkControl(clause['A.1.2'].id, lacking.id)
  await linkControl(clause['B.1'].id, bare.id)
  const exclusion = { applicability: 'not_applicable', justification: 'Nothing of the kind is done here.' }
  await must(200, 'PATCH', `/clauses/${clause['A.2'].id}`, exclusion)
  const { chapters, total } = await get(`/frameworks/${id}/chapters`)
  type Chapter = Readonly<Record<string, string | number | null>>
  assert.deepEqual(
    chapters.map((chapter: Chapter) => [
      ...[chapter.clauseKey, chapter.depth, chapter.applicable, chapter.notApplicable, chapter.proven],
      ...[chapter.partlyProven, chapter.withoutRequirements, chapter.unmapped],
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
  const gapsOf = (key: string) => rows.find((row: { clauseKey: string }) => row.clauseKey === key)
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
  const expired = later.find((row: { clauseKey: string }) => row.clauseKey === 'A.1.1')
  assert.deepEqual([expired.gaps[0].expiredAt, expired.firstExpiry], [soon.until, null])
})
