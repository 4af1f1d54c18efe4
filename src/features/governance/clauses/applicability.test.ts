import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { day, iso } from '#lib/clock.ts'
import { type Assessing, createAssessing } from '#test/assessing.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let acme: Assessing
before(async () => {
  p = await boot()
  acme = await createAssessing(p)
})
after(() => p[Symbol.asyncDispose]())

const must = (method: string, path: string, status: number, body = {}) => acme.must('admin', status, method, path, body)

test("the statement of applicability has each clause's reason, controls and coverage, as JSON and as CSV", async () => {
  const { id, clauseIds } = await acme.framework('1', '2', '3')
  const control = await must('POST', '/controls', 201, { controlKey: 'K1', title: 'Control', status: 'active' })
  const draft = await must('POST', '/controls', 201, { controlKey: 'K2', title: 'Draft', status: 'draft' })
  const requirement = { requirementKey: 'R1', title: 'Proof', status: 'active' }
  const { id: evidenceRequirementId } = await must('POST', '/evidence-requirements', 201, requirement)
  for (const { id: controlId } of [control, draft]) {
    await must('POST', `/clauses/${clauseIds[0]}/controls`, 201, { controlId, extent: 'full' })
    await must('POST', `/controls/${controlId}/requirements`, 201, { evidenceRequirementId })
  }
  const justification = '=We have no such systems'
  await must('PATCH', `/clauses/${clauseIds[1]}`, 200, { applicability: 'not_applicable', justification })
  const until = iso(p.clock.now() + 5 * day)
  const claimId = await acme.client.claim('SOA', { evidenceRequirementId, validUntil: until })
  const path = `/frameworks/${id}/applicability`
  assert.deepEqual((await acme.client.get('auditor', path)).clauses[0].proof, [])

  await acme.client.decide(claimId, 'approve')
  const { clauses } = await acme.client.get('auditor', path)
  assert.deepEqual(
    clauses.map(({ clauseKey }: { clauseKey: string }) => clauseKey),
    ['1', '2', '3'],
  )
  assert.deepEqual(clauses[0].controls, [{ id: control.id, key: 'K1' }])
  assert.deepEqual(clauses[0].proof, [{ id: claimId, key: 'R1', until }])
  assert.equal(clauses[0].coverage.state, 'proven')
  assert.deepEqual([clauses[1].applicability, clauses[1].justification], ['not_applicable', justification])
  assert.deepEqual([clauses[2].coverage.state, clauses[2].controls], ['unmapped', []])

  const { text } = await acme.client.ask('auditor', 'GET', `${path}?format=csv`)
  const [first, second] = parse<Record<string, string>>(text, { bom: true, columns: true })
  assert.deepEqual([first?.controls, first?.proof, first?.['coverage.state']], ['K1', 'R1', 'proven'])
  assert.equal(second?.justification, `'${justification}`)

  p.clock.advance(6 * day)
  const [ended] = (await acme.client.get('auditor', path)).clauses
  assert.deepEqual([ended.proof, ended.coverage.state], [[], 'unproven'])
})

test('the statement of applicability excludes headings, withdrawn clauses and other workspaces', async () => {
  const { id } = await acme.framework('gone', 'stays')
  const clauses = [
    { clauseKey: 'h', title: 'Heading', isAssessable: false },
    { clauseKey: 'stays', title: 'Stays', parentKey: 'h' },
  ]
  await must('POST', `/frameworks/${id}/clauses`, 200, { clauses })
  const { clauses: listed } = await acme.client.get('contributor', `/frameworks/${id}/applicability`)
  assert.deepEqual(
    listed.map(({ clauseKey }: { clauseKey: string }) => clauseKey),
    ['stays'],
  )
  const other = await createAssessing(p, 'globex')
  const { status } = await other.client.ask('admin', 'GET', `/frameworks/${id}/applicability`)
  assert.equal(status, 404)
})
