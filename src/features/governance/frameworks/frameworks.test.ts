import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let token: string

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  const scopes = ['governance.frameworks:read', 'governance.controls:read']
  const { body } = await client.ask('admin', 'POST', '/service-accounts', { name: 'catalogue', scopes })
  const credentials = { client_id: body.serviceAccount.clientId, client_secret: body.clientSecret }
  const response = await p.call('POST', '/api/v1/auth/token', {
    body: { grant_type: 'client_credentials', ...credentials },
  })
  token = response.body.access_token
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

const clausesOf = (...keys: readonly string[]) => keys.map(clauseKey => ({ clauseKey, title: `Clause ${clauseKey}` }))
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

const countedStates = async (id: string) => {
  const { states } = await get(`/frameworks/${id}/coverage`)
  return Object.fromEntries(
    states.flatMap(({ state, clauses }: { state: string; clauses: number }) => (clauses > 0 ? [[state, clauses]] : [])),
  )
}

test('clauses are listed in framework order, page by page, even after a new version moves them', async () => {
  const { id } = await createFramework()
  const keys = ['1', '1.1', '1.2', '2', '2.1']
  assert.deepEqual(await importInto(id, { clauses: clausesOf(...keys) }), {
    ...{ added: 5, changed: 0, withdrawn: 0, unchanged: 0, controls: 0 },
    ...{ addedKeys: keys, changedKeys: [], withdrawnKeys: [] },
  })
  const path = `/api/v1/governance/frameworks/${id}/clauses`
  const walked: string[] = []
  let cursor = ''
  do {
    const { body, text } = await p.call('GET', `${path}?limit=2${cursor}`, { token })
    walked.push(...body.clauses.map(({ clauseKey }: { clauseKey: string }) => clauseKey))
    assert.ok(text.startsWith('{"clauses":[{"id":"gfc_'), text)
    cursor = body.pagination.nextCursor ? `&cursor=${body.pagination.nextCursor}` : ''
  } while (cursor)
  assert.deepEqual(walked, keys)
  const moved = ['2', '2.1', '1', '1.2', '3']
  const second = await importInto(id, { clauses: clausesOf(...moved) })
  assert.deepEqual([second.added, second.changed, second.withdrawn, second.withdrawnKeys], [1, 4, 1, ['1.1']])
  assert.deepEqual(
    (await listClauses(id)).map(({ clauseKey }: { clauseKey: string }) => clauseKey),
    moved,
  )
  const { body: withdrawn } = await p.call('GET', `${path}?status=withdrawn`, { token })
  assert.deepEqual(
    withdrawn.clauses.map(({ clauseKey }: { clauseKey: string }) => clauseKey),
    ['1.1'],
  )
  const detail = await p.call('GET', `${path}/${withdrawn.clauses[0].id}`, { token })
  assert.deepEqual(detail.body, withdrawn.clauses[0])
  const other = await createFramework()
  assert.equal(
    (await p.call('GET', `/api/v1/governance/frameworks/${other.id}/clauses/${detail.body.id}`, { token })).status,
    404,
  )
})

test('repeating an import changes nothing, and neither does a dry run', async () => {
  const { id } = await createFramework()
  const clauses = clausesOf('a', 'b')
  const dry = await importInto(id, { clauses, dryRun: true })
  assert.deepEqual([dry.added, await listClauses(id)], [2, []])
  await importInto(id, { clauses })
  const before = await listClauses(id)
  const again = await importInto(id, { clauses })
  assert.deepEqual([again.added, again.changed, again.withdrawn, again.unchanged], [0, 0, 0, 2])
  assert.deepEqual(await listClauses(id), before)
})

test('a withdrawn clause that comes back still has its controls', async () => {
  const { id } = await createFramework()
  await importInto(id, { clauses: clausesOf('a', 'b') })
  const { b } = await clausesByKey(id)
  const { id: controlId } = await newControl()
  await linkControl(b.id, controlId)
  await importInto(id, { clauses: clausesOf('a') })
  assert.equal((await get(`/clauses/${b.id}`)).status, 'withdrawn')
  await importInto(id, { clauses: clausesOf('a', 'b') })
  const back = await get(`/clauses/${b.id}`)
  assert.deepEqual([back.status, back.answers[0].controlId], ['active', controlId])
})

test('an import creates one control for each assessable clause, and the next framework reuses it by key', async () => {
  const [first, second] = [await createFramework(), await createFramework()]
  const clauses = [{ clauseKey: 'A', title: 'Heading', isAssessable: false }, ...clausesOf('A.1', 'A.2')]
  const adopted = { clauses, withControls: true }
  assert.equal((await importInto(first.id, { ...adopted, controlKeyPrefix: 'Shared ' })).controls, 2)
  assert.equal((await importInto(second.id, { ...adopted, controlKeyPrefix: 'Shared ' })).controls, 0)
  const third = await createFramework()
  assert.equal((await importInto(third.id, adopted)).controls, 2)
  for (const id of [first.id, second.id, third.id])
    assert.deepEqual(await countedStates(id), { without_requirements: 2 })
  const { answers } = await get(`/clauses/${(await clausesByKey(third.id))['A.1'].id}`)
  assert.equal(answers[0].controlKey, `${third.frameworkKey} A.1`)
  assert.equal((await importInto(third.id, adopted)).controls, 0)
})

test('only accepted claims prove a clause, until the first claim expires', async () => {
  const { id } = await createFramework()
  await importInto(id, { clauses: clausesOf('whole', 'part', 'some', 'none', 'bare', 'open', 'not') })
  const clause = await clausesByKey(id)
  const [soon, late, never] = [await provenRequirement(10), await provenRequirement(20), await createRequirement()]
  const [whole, mixed, bad, bare] = [await newControl(), await newControl(), await newControl(), await newControl()]
  for (const { id } of [soon, late]) await requireProof(whole.id, id)
  for (const { id } of [late, never]) await requireProof(mixed.id, id)
  await requireProof(bad.id, never.id)
  await linkControl(clause.whole.id, whole.id)
  await linkControl(clause.part.id, whole.id, 'partial')
  await linkControl(clause.some.id, whole.id)
  await linkControl(clause.some.id, mixed.id)
  await linkControl(clause.none.id, bad.id)
  await linkControl(clause.bare.id, bare.id)
  const exclusion = { applicability: 'not_applicable', justification: 'Nothing of the kind is done here.' }
  await must(200, 'PATCH', `/clauses/${clause.not.id}`, exclusion)
  const states = async () =>
    Object.fromEntries(
      (await listClauses(id)).map((clause: { clauseKey: string; coverage: { state: string } }) => [
        clause.clauseKey,
        clause.coverage.state,
      ]),
    )
  const expected = {
    whole: 'proven',
    part: 'partly_proven',
    some: 'partly_proven',
    none: 'unproven',
    bare: 'without_requirements',
    open: 'unmapped',
    not: 'not_applicable',
  }
  assert.deepEqual(await states(), expected)
  assert.deepEqual(await countedStates(id), {
    proven: 1,
    partly_proven: 2,
    unproven: 1,
    without_requirements: 1,
    unmapped: 1,
    not_applicable: 1,
  })
  assert.equal((await get(`/frameworks/${id}/coverage`)).provenUntil, soon.until)
  const shown = await get(`/clauses/${clause.whole.id}`)
  assert.equal(shown.coverage.provenUntil, soon.until)
  assert.deepEqual(
    shown.proofs.map(({ claim, state }: { claim: { id: string }; state: string }) => [claim.id, state]),
    [
      [soon.claimId, 'due_soon'],
      [late.claimId, 'current'],
    ],
  )
  p.clock.advance(10 * day)
  assert.equal((await states()).whole, 'partly_proven')
  p.clock.advance(10 * day)
  assert.deepEqual(
    [(await states()).whole, (await get(`/controls/${whole.id}`)).coverage],
    ['unproven', { state: 'unproven', requirements: 2, fresh: 0, provenUntil: null }],
  )
  await must(200, 'PATCH', `/controls/${whole.id}`, { status: 'retired' })
  assert.equal((await states()).whole, 'unmapped')
})

test('links can be removed', async () => {
  const { id } = await createFramework()
  await importInto(id, { clauses: clausesOf('a') })
  const { a } = await clausesByKey(id)
  const [{ id: controlId }, requirement] = [await newControl(), await createRequirement()]
  await requireProof(controlId, requirement.id)
  await linkControl(a.id, controlId, 'partial')
  const full = await get(`/controls/${controlId}`)
  assert.deepEqual(
    [
      full.requirements.length,
      full.clauses.map(({ clauseId, extent }: { clauseId: string; extent: string }) => [clauseId, extent]),
    ],
    [1, [[a.id, 'partial']]],
  )
  await must(204, 'DELETE', `/controls/${controlId}/requirements/${requirement.id}`)
  await must(204, 'DELETE', `/clauses/${a.id}/controls/${controlId}`)
  const empty = await get(`/controls/${controlId}`)
  assert.deepEqual([empty.requirements, empty.clauses], [[], []])
  for (const path of [
    `/controls/${controlId}/requirements/${requirement.id}`,
    `/clauses/${a.id}/controls/${controlId}`,
  ])
    await must(404, 'DELETE', path)
})

test('impossible changes are rejected', async () => {
  const { id } = await createFramework()
  await importInto(id, { clauses: [{ clauseKey: 'h', title: 'Heading', isAssessable: false }, ...clausesOf('a')] })
  const { h, a } = await clausesByKey(id)
  const [{ id: controlId }, requirement] = [await newControl(), await createRequirement()]
  await requireProof(controlId, requirement.id)
  await linkControl(a.id, controlId)
  const retired = await createFramework()
  await must(200, 'PATCH', `/frameworks/${retired.id}`, { status: 'retired' })
  const clauses = clausesOf('x')
  const cases: readonly (readonly [number, string, string, object, string])[] = [
    [400, 'POST', `/frameworks/${id}/clauses`, { clauses: clausesOf('x', 'x') }, 'occurs twice'],
    [
      400,
      'POST',
      `/frameworks/${id}/clauses`,
      { clauses: [{ clauseKey: 'x', title: '', parentKey: 'y' }] },
      'earlier clause',
    ],
    [
      400,
      'POST',
      `/frameworks/${id}/clauses`,
      { clauses: [{ clauseKey: 'x', title: '', parentKey: 'x' }] },
      'earlier clause',
    ],
    [422, 'POST', `/frameworks/${retired.id}/clauses`, { clauses }, 'retired'],
    [422, 'POST', `/clauses/${h.id}/controls`, { controlId, extent: 'full' }, 'assessable clause'],
    [409, 'POST', `/clauses/${a.id}/controls`, { controlId, extent: 'full' }, 'already answers this clause'],
    [409, 'POST', `/controls/${controlId}/requirements`, { evidenceRequirementId: requirement.id }, 'has this'],
    [422, 'PATCH', `/clauses/${a.id}`, { applicability: 'not_applicable' }, 'justification'],
    [422, 'PATCH', `/frameworks/${id}`, { status: 'draft' }, 'can become retired'],
    [404, 'PATCH', `/frameworks/${id}`, { ownerId: 'prs_x' }, 'person'],
    [409, 'POST', '/controls', { controlKey: `C${keyCount - 2}`, title: 'Again' }, ''],
  ]
  for (const [status, method, path, body, message] of cases) {
    const response = await ask(method, path, body)
    assert.equal(response.status, status, `${method} ${path} ${JSON.stringify(body)}: ${response.text}`)
    assert.ok(response.text.includes(message), response.text)
  }
})

test('concurrent imports run one after the other', async () => {
  const { id } = await createFramework()
  const clauses = clausesOf('a', 'b', 'c')
  const both = await Promise.all([1, 2].map(() => importInto(id, { clauses, withControls: true })))
  assert.deepEqual(both.map(({ added }) => added).toSorted(), [0, 3])
  assert.deepEqual(await countedStates(id), { without_requirements: 3 })
})
