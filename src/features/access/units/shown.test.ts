import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let treasury: string
let lending: string
let nameCount = 0
const newName = (): string => `shown ${++nameCount}`

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  ;[treasury, lending] = [await newUnit(), await newUnit()]
  const people = await client.people()
  await limit(people.contributor ?? '', [treasury])
  await limit(people.reviewer ?? '', [lending])
})
after(() => p[Symbol.asyncDispose]())

const send = async (person: string, method: string, path: string, body?: Record<string, unknown>) => {
  const response = await client.ask(person, method, path, body)
  assert.ok(response.status < 300, `${method} ${path}: ${response.text}`)
  return response.body
}
const newUnit = async (): Promise<string> =>
  (await send('admin', 'POST', '/units', { unitKey: newName(), title: newName() })).id
const limit = (personId: string, unitIds: readonly string[] | null) =>
  send('admin', 'PATCH', `/people/${personId}`, { unitIds })
const place = (recordIds: readonly string[], unitId: string | null) =>
  send('admin', 'POST', '/placements', { recordIds, unitId })

test('responses for a member of units never contain the ids of other units', async () => {
  const finding = await send('admin', 'POST', '/findings', {
    ...{ title: newName(), severity: 'low' },
    ...{ subjectModuleKey: 'assets', subjectResourceType: 'host', subjectResourceId: newName() },
  })
  await place([finding.id], lending)
  await place([finding.id], treasury)
  const people = await client.people()
  await send('admin', 'POST', '/service-accounts', {
    name: newName(),
    scopes: ['governance.evidence:read'],
    unitIds: [lending],
  })
  await limit(people.auditor ?? '', [treasury])
  try {
    for (const path of [
      '/people',
      `/people/${people.reviewer}`,
      '/service-accounts',
      `/findings/${finding.id}/history`,
    ]) {
      const { status, text } = await client.ask('auditor', 'GET', path)
      assert.equal(status, 200)
      assert.ok(!text.includes(lending), path)
      assert.ok((await client.ask('admin', 'GET', path)).text.includes(lending), path)
    }
    assert.deepEqual((await send('auditor', 'GET', `/people/${people.reviewer}`)).unitIds, [])
    assert.deepEqual((await send('auditor', 'GET', `/people/${people.contributor}`)).unitIds, [treasury])
  } finally {
    await limit(people.auditor ?? '', null)
  }
})
