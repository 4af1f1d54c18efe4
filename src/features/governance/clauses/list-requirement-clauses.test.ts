import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
})
after(() => p[Symbol.asyncDispose]())

const must = async (path: string, body: object) => {
  const response = await client.ask('admin', 'POST', path, { ...body })
  assert.ok(response.status < 300, `${path}: ${response.text}`)
  return response.body
}

test('a requirement lists the controls that its proof supports and the clauses they answer, page by page', async () => {
  const { id } = await must('/frameworks', { frameworkKey: 'F', title: 'A framework', status: 'active' })
  const importClauses = (...keys: readonly string[]) =>
    must(`/frameworks/${id}/clauses`, { clauses: keys.map(clauseKey => ({ clauseKey, title: 'A clause' })) })
  await importClauses('1', '2', '3')
  const { clauses } = await client.get('auditor', `/frameworks/${id}/clauses`)
  const control = (controlKey: string, status: string) => must('/controls', { controlKey, title: 'A control', status })
  const [first, second, alone] = [
    await control('A', 'active'),
    await control('B', 'active'),
    await control('C', 'draft'),
  ]
  const requirement = await must('/evidence-requirements', { requirementKey: 'R', title: 'Proof', status: 'active' })
  const answer = (key: string, controlId: string, extent: string) => {
    const clause = clauses.find(({ clauseKey }: { clauseKey: string }) => clauseKey === key)
    return must(`/clauses/${clause.id}/controls`, { controlId, extent })
  }
  assert.deepEqual((await client.get('auditor', `/evidence-requirements/${requirement.id}/clauses`)).clauses, [])
  for (const { id: controlId } of [first, second, alone])
    await must(`/controls/${controlId}/requirements`, { evidenceRequirementId: requirement.id })
  await answer('1', first.id, 'full')
  await answer('2', first.id, 'partial')
  await answer('2', second.id, 'full')
  await answer('3', second.id, 'full')
  const walked: unknown[] = []
  let cursor = ''
  do {
    const page = await client.get('auditor', `/evidence-requirements/${requirement.id}/clauses?limit=2${cursor}`)
    assert.ok(page.clauses.length <= 2)
    for (const { controlId, controlStatus, clause } of page.clauses)
      walked.push([controlId, controlStatus, clause?.clauseKey, clause?.extent, clause?.frameworkId])
    cursor = page.pagination.nextCursor ? `&cursor=${page.pagination.nextCursor}` : ''
  } while (cursor)
  assert.deepEqual(walked, [
    [first.id, 'active', '1', 'full', id],
    [first.id, 'active', '2', 'partial', id],
    [second.id, 'active', '2', 'full', id],
    [second.id, 'active', '3', 'full', id],
    [alone.id, 'draft', undefined, undefined, undefined],
  ])
  await importClauses('1', '2')
  const remaining = await client.get('auditor', `/evidence-requirements/${requirement.id}/clauses`)
  assert.deepEqual(
    remaining.clauses.map(({ clause }: { clause: { clauseKey: string } | null }) => clause?.clauseKey),
    ['1', '2', '2', undefined],
    'a withdrawn clause needs no proof',
  )
  assert.equal((await client.ask('auditor', 'GET', '/evidence-requirements/ger_none/clauses')).status, 404)
})
