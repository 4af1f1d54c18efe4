import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { proposalsOf } from './mapping.ts'

let p: Probata
let client: WorkspaceClient
before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
})
after(() => p[Symbol.asyncDispose]())

const must = async (status: number, method: string, path: string, body: object = {}) => {
  const response = await client.ask('contributor', method, path, { ...body })
  assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
  return response.body
}

let keyCount = 0
/** Creates a framework with these clause keys. Returns the clause ids by key. */
const framework = async (keys: readonly string[], headings: readonly string[] = []) => {
  const frameworkKey = `M${++keyCount}`
  const { id } = await must(201, 'POST', '/frameworks', { frameworkKey, title: 'A framework', status: 'active' })
  const clauses = keys.map(clauseKey => ({ clauseKey, title: clauseKey, isAssessable: !headings.includes(clauseKey) }))
  await must(200, 'POST', `/frameworks/${id}/clauses`, { clauses })
  const { clauses: listed } = await client.get('auditor', `/frameworks/${id}/clauses`)
  const ids: Record<string, string> = Object.fromEntries(
    listed.map((clause: { clauseKey: string; id: string }) => [clause.clauseKey, clause.id]),
  )
  return { id: String(id), frameworkKey, ids }
}
const control = async (overrides: object = {}): Promise<string> =>
  (
    await must(201, 'POST', '/controls', {
      controlKey: `MC${++keyCount}`,
      title: 'A control',
      status: 'active',
      ...overrides,
    })
  ).id
const answer = (clauseId: string | undefined, controlId: string, extent = 'full') =>
  must(201, 'POST', `/clauses/${clauseId}/controls`, { controlId, extent })
const linksOf = async (clauseId: string | undefined): Promise<string[]> => {
  const { answers } = await client.get('auditor', `/clauses/${clauseId}`)
  return answers.map(({ controlId, extent }: { controlId: string; extent: string }) => `${controlId} ${extent}`).sort()
}
const relation = (sourceKey: string, targetKey: string, relationship: string, overrides: object = {}) => ({
  ...{ sourceKey, targetKey, relationship, ...overrides },
})
const none = { count: 0, names: [] }
const noChanges = {
  ...{ added: 0, wholly: 0, partly: 0, present: 0, unrelated: 0, unanswered: none, sourceMissing: none },
  ...{ targetMissing: none, notAssessable: none, unknownRelationships: none, overLimit: none },
}

test('a control that answers a clause wholly also answers equal and contained clauses wholly, others in part', async () => {
  const [a, b] = [await framework(['a', 'p', 'n']), await framework(['1', '2', '3', '4', '5', '6', 'H'], ['H'])]
  const [whole, part] = [await control(), await control()]
  await answer(a.ids.a, whole)
  await answer(a.ids.p, part, 'partial')
  const relations = [
    relation('a', '1', 'equal'),
    relation('A', '2', 'superset-of'),
    relation('a', '3', 'subset'),
    relation('a', '4', 'Intersects-With'),
    relation('a', '5', 'no-relationship'),
    relation('p', '1', 'equivalent-to'),
    relation('a', '6', 'equal-to', { isPartial: true }),
    relation('a', 'H', 'equal'),
    relation('n', '1', 'equal'),
    relation('x', '1', 'equal'),
    relation('a', '9', 'equal'),
    relation('a', '1', 'supports'),
  ]
  const body = { sourceFrameworkId: a.id, relations }
  const expected = {
    ...noChanges,
    ...{ added: 6, wholly: 2, partly: 4, unrelated: 1 },
    unanswered: { count: 1, names: ['n'] },
    sourceMissing: { count: 1, names: ['x'] },
    targetMissing: { count: 1, names: ['9'] },
    notAssessable: { count: 1, names: ['H'] },
    unknownRelationships: { count: 1, names: ['supports'] },
  }
  assert.deepEqual(await must(200, 'POST', `/frameworks/${b.id}/mapping`, { ...body, dryRun: true }), expected)
  assert.deepEqual(await linksOf(b.ids['1']), [])
  assert.deepEqual(await must(200, 'POST', `/frameworks/${b.id}/mapping`, body), expected)
  assert.deepEqual(await linksOf(b.ids['1']), [`${whole} full`, `${part} partial`].sort())
  for (const [key, extent] of [
    ['2', 'full'],
    ['3', 'partial'],
    ['4', 'partial'],
    ['6', 'partial'],
  ] as const)
    assert.deepEqual(await linksOf(b.ids[key]), [`${whole} ${extent}`])
  for (const key of ['5', 'H']) assert.deepEqual(await linksOf(b.ids[key]), [])

  const again = await must(200, 'POST', `/frameworks/${b.id}/mapping`, body)
  assert.deepEqual([again.added, again.present], [0, 6])
})

test('each link has its audit row, and existing links do not change', async () => {
  const [a, b] = [await framework(['a', 'b']), await framework(['1'])]
  const [first, second, retired] = [await control(), await control(), await control()]
  await answer(a.ids.a, first)
  await answer(a.ids.b, second)
  await answer(a.ids.b, retired)
  await must(200, 'PATCH', `/controls/${retired}`, { status: 'retired' })
  await answer(b.ids['1'], first, 'partial')
  const relations = [relation('b', '1', 'intersect'), relation('b', '1', 'equal'), relation('a', '1', 'equal')]
  const firstImport = await must(200, 'POST', `/frameworks/${b.id}/mapping`, { sourceFrameworkId: a.id, relations })
  assert.deepEqual([firstImport.added, firstImport.wholly, firstImport.present], [1, 1, 1])
  assert.deepEqual(await linksOf(b.ids['1']), [`${first} partial`, `${second} full`].sort())
  const { auditEvents } = await client.get(
    'admin',
    `/audit?resourceId=${encodeURIComponent(`${b.ids['1']}/${second}`)}`,
  )
  assert.deepEqual(
    auditEvents.map(({ action }: { action: string }) => action),
    ['clause.control.add'],
  )
  const { answers } = await client.get('auditor', `/clauses/${b.ids['1']}`)
  const added = answers.find(({ controlId }: { controlId: string }) => controlId === second)
  assert.equal(added.note, `${a.frameworkKey} b: equal`)
})

describe('a mapping is rejected', () => {
  test("for roles that cannot link controls, and between a framework and itself, a retired one or another workspace's", async () => {
    const [a, b] = [await framework(['a']), await framework(['1'])]
    const body = { sourceFrameworkId: a.id, relations: [relation('a', '1', 'equal')], reason: 'To try it out' }
    for (const role of ['auditor', 'reviewer'] as const)
      assert.equal((await client.ask(role, 'POST', `/frameworks/${b.id}/mapping`, body)).status, 403)
    await must(400, 'POST', `/frameworks/${a.id}/mapping`, body)
    await must(404, 'POST', `/frameworks/${b.id}/mapping`, {
      ...body,
      sourceFrameworkId: 'gfw_00000000000000000000000000',
    })
    const globex = createWorkspaceClient(p, 'globex')
    const foreign = await globex.ask('admin', 'POST', `/frameworks/${b.id}/mapping`, body)
    assert.equal(foreign.status, 404)
    await must(200, 'PATCH', `/frameworks/${b.id}`, { status: 'retired' })
    await must(422, 'POST', `/frameworks/${b.id}/mapping`, body)
  })

  test('with no relations, or with more than 10,000', async () => {
    const [a, b] = [await framework(['a']), await framework(['1'])]
    const many = Array.from({ length: 10_001 }, () => relation('a', '1', 'equal'))
    for (const relations of [[], many])
      await must(400, 'POST', `/frameworks/${b.id}/mapping`, { sourceFrameworkId: a.id, relations })
  })
})

test('keys that differ only in case match a clause only if it is the only one', () => {
  const clause = (key: string) => ({ id: key, key, isAssessable: true })
  const sides = {
    sources: [clause('A.1'), clause('a.1'), clause('B')],
    targets: [clause('T')],
    answers: ['A.1', 'a.1', 'B'].map(key => ({ clause: key, control: `control of ${key}`, extent: 'full' as const })),
  }
  const proposalsFor = (key: string) => proposalsOf([relation(key, 't', 'equal')], sides)
  assert.deepEqual(
    proposalsFor('a.1').proposals.map(({ controlId }) => controlId),
    ['control of a.1'],
  )
  assert.deepEqual(
    proposalsFor('b').proposals.map(({ controlId }) => controlId),
    ['control of B'],
  )
  const onlyOther = { ...sides, sources: [clause('A.1'), clause('a.1')] }
  assert.deepEqual([...proposalsOf([relation('a.1 ', 'T', 'equal')], onlyOther).sourceMissing], ['a.1 '])
})
