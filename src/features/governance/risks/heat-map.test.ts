import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let ownerId: string | undefined

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  ownerId = (await client.people()).contributor
})
after(() => p[Symbol.asyncDispose]())

const must = async (who: string, status: number, method: string, path: string, body: object = {}) => {
  const response = await client.ask(who, method, path, { ...body })
  assert.equal(response.status, status, `${who} ${method} ${path}: ${response.text}`)
  return response.body
}

let keyCount = 0
const assessedFields = () => ({
  likelihood: 4,
  impact: 5,
  treatment: 'mitigate',
  residualLikelihood: 1,
  residualImpact: 2,
  ownerId,
})
const risk = (overrides: object) =>
  must('contributor', 201, 'POST', '/risks', { riskKey: `H${++keyCount}`, title: 'A key person leaves', ...overrides })

const close = async (id: string) => {
  const change = (status: string) => must('contributor', 200, 'PATCH', `/risks/${id}`, { status })
  await change('assessed')
  await change('treated')
  await must('reviewer', 200, 'POST', `/risks/${id}/accept`)
  await change('closed')
}

test('the heat map counts risks that are not closed, before and after treatment', async () => {
  const cells = async () => {
    const { cells, ...rest } = await client.get('auditor', '/risks/heat-map')
    assert.equal(cells.length, 25)
    const countAt = (likelihood: number, impact: number) =>
      cells.find((cell: Record<string, number>) => cell.likelihood === likelihood && cell.impact === impact)
    return { ...rest, five: countAt(5, 1).before, residual: countAt(1, 4).after }
  }
  const before = await cells()
  const overrides = { ...assessedFields(), likelihood: 5, impact: 1, residualLikelihood: 1, residualImpact: 4 }
  const { id } = await risk(overrides)
  await risk({ likelihood: 5, impact: 1 })
  await risk({ likelihood: 5 })
  assert.deepEqual(await cells(), {
    five: before.five + 2,
    residual: before.residual + 1,
    notAssessed: before.notAssessed + 1,
    notTreated: before.notTreated + 2,
  })
  await close(id)
  assert.equal((await cells()).five, before.five + 1)
})

test("the list of a cell's risks matches the count of the heat map", async () => {
  const overrides = { ...assessedFields(), likelihood: 5, impact: 2, residualLikelihood: 2, residualImpact: 2 }
  const { id } = await risk(overrides)
  const { id: assessed } = await risk({ likelihood: 5, impact: 2 })
  const { id: closed } = await risk(overrides)
  await close(closed)
  const { cells } = await client.get('auditor', '/risks/heat-map')
  const inCell = async (query: string): Promise<string[]> =>
    (await client.get('auditor', `/risks?${query}&limit=200`)).risks.map(({ id }: { id: string }) => id)
  for (const { likelihood, impact, ...counted } of cells)
    for (const side of ['before', 'after'] as const)
      assert.equal((await inCell(`${side}=${likelihood}x${impact}`)).length, counted[side], `${likelihood} × ${impact}`)
  assert.deepEqual(new Set(await inCell('before=5x2')), new Set([id, assessed]))
  assert.deepEqual(await inCell('before=5x2&after=2x2'), [id])
  assert.deepEqual(await inCell('before=5x2&status=assessed'), [])
  for (const cell of ['6x1', '0x1', '5', '5x22', '']) await must('auditor', 400, 'GET', `/risks?before=${cell}`)
})
