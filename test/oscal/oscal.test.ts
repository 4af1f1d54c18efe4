import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readClauseFile } from '#client/import/read.ts'
import { minute } from '#lib/clock.ts'
import { type Assessing, createAssessing } from '#test/assessing.ts'
import { boot, type Probata } from '#test/system.ts'
import { assertValid } from './valid.ts'

let p: Probata
let a: Assessing
before(async () => {
  p = await boot()
  a = await createAssessing(p)
})
after(() => p[Symbol.asyncDispose]())

const nist = readFileSync(join(import.meta.dirname, 'nist-800-53-moderate-part.json'), 'utf8')

const readClauses = (name: string, text: string) => readClauseFile({ name, bytes: new TextEncoder().encode(text) })

interface ClauseInput {
  readonly clauseKey: string
  readonly title: string
  readonly parentKey?: string | null
  readonly text?: string
  readonly isAssessable?: boolean
}

let frameworkCount = 0
const createFramework = async (clauses: readonly ClauseInput[]): Promise<string> => {
  const body = { frameworkKey: `O${++frameworkCount}`, title: 'NIST SP 800-53', status: 'active' }
  const { id } = await a.must('admin', 201, 'POST', '/frameworks', body)
  await a.must('admin', 200, 'POST', `/frameworks/${id}/clauses`, { clauses })
  return id
}
const exportOscal = async (path: string): Promise<string> => {
  const { status, text } = await a.client.ask('auditor', 'GET', `${path}/oscal`)
  assert.equal(status, 200, text)
  return text
}

test('a NIST catalog is exported as it was imported', async () => {
  const { clauses } = await readClauses('nist.json', nist)
  assert.equal(clauses.length, 58)
  const id = await createFramework(clauses)
  const text = await exportOscal(`/frameworks/${id}`)
  assertValid('catalog', JSON.parse(text))
  const imported = await readClauses('again.json', text)
  assert.deepEqual(imported.clauses, clauses)
  const dryRun = await a.must('admin', 200, 'POST', `/frameworks/${id}/clauses`, {
    clauses: imported.clauses,
    dryRun: true,
  })
  assert.deepEqual([dryRun.added, dryRun.changed, dryRun.withdrawn, dryRun.unchanged], [0, 0, 0, clauses.length])
  assert.equal(await exportOscal(`/frameworks/${id}`), text)
  const controls = JSON.parse(text).catalog.groups.flatMap((group: { controls: { id: string }[] }) => group.controls)
  assert.equal(controls[0].id, 'ac-1')
})

test('keys, titles and an order that OSCAL cannot express survive export and import', async () => {
  const clauses = [
    { clauseKey: '5.1 (a)', parentKey: null, title: 'Starts with a digit', text: 'One\n\n- two', isAssessable: true },
    { clauseKey: 'Ä/ö', parentKey: '5.1 (a)', title: '', text: 'Keeps {{ insert: param, x }}', isAssessable: false },
    { clauseKey: 'h', parentKey: null, title: 'Heading between controls', text: 'With a text', isAssessable: false },
    { clauseKey: 'h.1', parentKey: 'h', title: 'Below', text: '', isAssessable: true },
    { clauseKey: '</script>"\\', parentKey: null, title: '"; \\', text: '', isAssessable: true },
  ]
  const text = await exportOscal(`/frameworks/${await createFramework(clauses)}`)
  assertValid('catalog', JSON.parse(text))
  assert.deepEqual((await readClauses('again.json', text)).clauses, clauses)
})

test('a key with outer spaces is written in a form that the schema accepts', async () => {
  const text = await exportOscal(`/frameworks/${await createFramework([{ clauseKey: ' a ', title: 'x' }])}`)
  assertValid('catalog', JSON.parse(text))
})

test('a title that OSCAL does not accept is written as one line, with the original next to it', async () => {
  const titles = ['', ' ', 'One\nTwo', 'x\u2028y']
  const text = await exportOscal(
    `/frameworks/${await createFramework(titles.map((title, i) => ({ clauseKey: `t${i}`, title, text: 'Words.' })))}`,
  )
  const { catalog } = JSON.parse(text)
  assertValid('catalog', { catalog })
  assert.deepEqual(
    catalog.controls.map(({ title }: { title: string }) => title),
    ['t0', 't1', 'One Two', 'x y'],
  )
  assert.equal(catalog.metadata['oscal-version'], '1.2.2')
  const imported = await readClauses('again.json', text)
  assert.deepEqual(
    imported.clauses.map(({ title }) => title),
    ['', '', 'One Two', 'x y'],
  )
})

test('more levels than readers accept are flattened, and no clause is lost', async () => {
  const keys = Array.from({ length: 60 }, (_, i) => `k${i}`)
  const deep = keys.map((clauseKey, i) => ({ clauseKey, title: 'x', parentKey: i === 0 ? null : `k${i - 1}` }))
  const text = await exportOscal(`/frameworks/${await createFramework(deep)}`)
  assertValid('catalog', JSON.parse(text))
  const { clauses } = await readClauses('deep.json', text)
  assert.deepEqual(
    clauses.map(({ clauseKey }) => clauseKey),
    keys,
  )
})

const createEmptyFramework = async (): Promise<string> => {
  const body = { frameworkKey: `O${++frameworkCount}`, title: 'Empty', status: 'active' }
  return (await a.must('admin', 201, 'POST', '/frameworks', body)).id
}

test('a framework without clauses is also a valid catalog', async () =>
  assertValid('catalog', JSON.parse(await exportOscal(`/frameworks/${await createEmptyFramework()}`))))

const complete = async (
  frameworkId: string,
  answers: readonly (readonly [string, Readonly<Record<string, unknown>>])[],
): Promise<string> => {
  const { id } = await a.plan({ frameworkId })
  await a.must('contributor', 200, 'POST', `/assessments/${id}/start`)
  for (const [clauseId, body] of answers) await a.answer(id, clauseId, body)
  await a.must('contributor', 200, 'POST', `/assessments/${id}/submit`)
  await a.must('reviewer', 200, 'POST', `/assessments/${id}/complete`)
  return id
}

test("a completed assessment is valid against NIST's schema, and always exported as the same bytes", async () => {
  const { id: frameworkId, clauseIds } = await a.framework('ac-1', '5.1 (a)', 'c', 'd', 'e')
  const claims = [await a.client.claim('oscal-1'), await a.client.claim('oscal-2')]
  const note = 'Findings: "quotes", and </tags>.'
  const results = [
    { result: 'conforms', claimIds: claims },
    { result: 'observation', note, claimIds: claims.slice(1) },
    { result: 'minor', note },
    { result: 'major', note },
    { result: 'not_applicable', note },
  ]
  const id = await complete(
    frameworkId,
    results.map((body, i) => [clauseIds[i] ?? '', body]),
  )
  const text = await exportOscal(`/assessments/${id}`)
  const document = JSON.parse(text)
  assertValid('assessment-results', document)
  const {
    metadata,
    'import-ap': plan,
    'back-matter': back,
    results: [result],
  } = document['assessment-results']
  assert.equal(plan.href, `#${back.resources[0].uuid}`)
  const { digest } = await a.client.get('auditor', `/assessments/${id}`)
  assert.ok(metadata.props.some(({ value }: { value: string }) => value === digest))
  const states = result.findings.map(
    (finding: { target: { status: { state: string } } }) => finding.target.status.state,
  )
  assert.deepEqual(states, ['satisfied', 'satisfied', 'not-satisfied', 'not-satisfied'])
  assert.equal(result.observations.length, 3)
  const observationIds = new Set(result.observations.map(({ uuid }: { uuid: string }) => uuid))
  for (const { 'related-observations': related = [] } of result.findings)
    for (const one of related) assert.ok(observationIds.has(one['observation-uuid']))
  assert.deepEqual(result['reviewed-controls']['control-selections'][0]['exclude-controls'], [{ 'control-id': 'e' }])
  const catalog = await exportOscal(`/frameworks/${frameworkId}`)
  assert.ok(
    catalog.includes(`"${result.findings[1].target['target-id']}"`),
    'a finding names a statement of the catalog',
  )

  p.clock.advance(90 * minute)
  await a.must('admin', 200, 'POST', `/frameworks/${frameworkId}/clauses`, {
    clauses: [{ clauseKey: 'z', title: 'New' }],
  })
  await a.must('admin', 200, 'PATCH', `/frameworks/${frameworkId}`, { title: 'Another title' })
  assert.equal(await exportOscal(`/assessments/${id}`), text)
})

test('an assessment without applicable clauses has no finding, and is valid', async () => {
  const { id: frameworkId, clauseIds } = await a.framework('1')
  const id = await complete(frameworkId, [
    [clauseIds[0] ?? '', { result: 'not_applicable', note: 'Nothing of it is here.' }],
  ])
  const document = JSON.parse(await exportOscal(`/assessments/${id}`))
  assertValid('assessment-results', document)
  assert.equal(document['assessment-results'].results[0].findings, undefined)
})

test('assessments that may still change, or belong to another workspace, are not exported', async () => {
  for (const status of ['planned', 'in_progress', 'in_review', 'cancelled']) {
    const response = await a.client.ask('auditor', 'GET', `/assessments/${await a.assessmentIn(status)}/oscal`)
    assert.equal(response.status, 422, response.text)
  }
  const completed = await a.assessmentIn('completed')
  const otherAssessing = await createAssessing(p, 'globex')
  const { status } = await otherAssessing.client.ask('admin', 'GET', `/assessments/${completed}/oscal`)
  assert.equal(status, 404)
  const foreignExport = await otherAssessing.client.ask(
    'admin',
    'GET',
    `/frameworks/${await createEmptyFramework()}/oscal`,
  )
  assert.equal(foreignExport.status, 404)
})
