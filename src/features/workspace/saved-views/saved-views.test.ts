import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let count = 0

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
})
after(() => p[Symbol.asyncDispose]())

const claims = 'listWorkspaceClaims'

interface View {
  readonly id: string
  readonly name: string
  readonly query: string
  readonly createdByName: string
  readonly mayChange: boolean
}

const ask = (person: string, method: string, path: string, body?: Record<string, unknown>) =>
  client.ask(person, method, `/saved-views${path}`, body)

const viewOf = (fields: Record<string, unknown> = {}) => ({
  list: claims,
  name: `View ${++count}`,
  query: 'status=submitted',
  shared: false,
  ...fields,
})

const save = async (person: string, fields: Record<string, unknown> = {}): Promise<View> => {
  const response = await ask(person, 'POST', '', viewOf(fields))
  assert.equal(response.status, 201, response.text)
  return response.body
}

const seenBy = async (person: string, list = claims): Promise<readonly View[]> => {
  const { status, text, body } = await ask(person, 'GET', `?list=${list}&limit=200`)
  assert.equal(status, 200, text)
  return body.savedViews
}

const statusOf = async (...args: Parameters<typeof ask>): Promise<number> => (await ask(...args)).status

test('a view is seen by its creator only, until it is shared', async () => {
  const query = 'status=submitted&sort=-createdAt&search=nightly%20backup&columns=status,createdAt'
  const { id, name } = await save('contributor', { query })
  const [own] = await seenBy('contributor')
  assert.deepEqual(own && [own.id, own.name, own.query, own.mayChange], [id, name, query, true])
  for (const other of ['admin', 'reviewer', 'auditor']) {
    assert.ok(!(await seenBy(other)).some(view => view.id === id), other)
    assert.equal(await statusOf(other, 'PATCH', `/${id}`, { name: 'Mine now' }), 404, other)
    assert.equal(await statusOf(other, 'DELETE', `/${id}`), 404, other)
  }
  assert.equal(await statusOf('contributor', 'PATCH', `/${id}`, { shared: true }), 200)
  const [shared] = await seenBy('reviewer')
  assert.deepEqual(shared && [shared.id, shared.createdByName, shared.mayChange], [id, own?.createdByName, false])
  assert.equal(await statusOf('reviewer', 'PATCH', `/${id}`, { name: 'Mine now' }), 403)
  assert.equal(await statusOf('reviewer', 'DELETE', `/${id}`), 403)
})

test('administrators rename, hide and delete shared views', async () => {
  const { id } = await save('reviewer', { shared: true })
  const { status, body } = await ask('admin', 'PATCH', `/${id}`, { name: '  Clearer name ' })
  assert.deepEqual([status, body.name], [200, 'Clearer name'])
  assert.equal(await statusOf('admin', 'DELETE', `/${id}`), 204)
  assert.equal(await statusOf('reviewer', 'PATCH', `/${id}`, { name: 'Gone' }), 404)
  const { id: hidden } = await save('reviewer', { shared: true })
  assert.equal(await statusOf('admin', 'PATCH', `/${hidden}`, { shared: false }), 200)
  assert.equal(await statusOf('admin', 'DELETE', `/${hidden}`), 404)
  assert.ok((await seenBy('reviewer')).some(({ id }) => id === hidden))
})

test('names are unique per person and list, without regard to case, also when two are saved at once', async () => {
  const { name } = await save('contributor')
  const repeat = await ask('contributor', 'POST', '', viewOf({ name: name.toUpperCase() }))
  assert.deepEqual([repeat.status, repeat.body.code], [409, 'saved_view.name_taken'])
  await save('reviewer', { name })
  await save('contributor', { name, list: 'listWorkspaceFindings' })
  const { id } = await save('contributor')
  assert.equal(await statusOf('contributor', 'PATCH', `/${id}`, { name }), 409)
  assert.equal(await statusOf('contributor', 'PATCH', `/${id}`, { query: 'status=accepted' }), 200)
  const same = viewOf()
  const statuses = await Promise.all([1, 2, 3].map(() => statusOf('contributor', 'POST', '', same)))
  assert.deepEqual(statuses.sort(), [201, 409, 409])
})

test('rejects other lists, other addresses and long queries; a person has at most 100 views', async () => {
  const rejected: readonly Record<string, unknown>[] = [
    { list: 'listAuditEvents' },
    { name: ' ' },
    { name: 'x'.repeat(101) },
    { query: 'not a name=1' },
    { query: '//elsewhere.example' },
    { query: 'javascript:alert(1)' },
    { query: 'status=a#b' },
    { query: `search=${'x'.repeat(4000)}` },
    { query: { status: 'submitted' } },
  ]
  for (const fields of rejected)
    assert.equal(await statusOf('auditor', 'POST', '', viewOf(fields)), 400, JSON.stringify(fields))
  for (let i = 0; i < 100; i++) await save('auditor')
  const { status, body } = await ask('auditor', 'POST', '', viewOf())
  assert.deepEqual([status, body.code], [422, 'saved_view.limit'])
})

test('the audit trail names each change, and pages show every view once', async () => {
  const { id } = await save('admin', { shared: true })
  await ask('admin', 'PATCH', `/${id}`, { name: 'Renamed' })
  await ask('admin', 'DELETE', `/${id}`)
  const { auditEvents } = await client.get('admin', `/audit?resourceId=${id}`)
  assert.deepEqual(
    auditEvents.map(({ action }: { action: string }) => action),
    ['saved_view.delete', 'saved_view.update', 'saved_view.create'],
  )
  const all = await client.get('auditor', '/saved-views?limit=60')
  const rest = await client.get('auditor', `/saved-views?limit=200&cursor=${all.pagination.nextCursor}`)
  const ids = [...all.savedViews, ...rest.savedViews].map(({ id }: View) => id)
  assert.equal(new Set(ids).size, ids.length)
  const moved = await client.ask('admin', 'GET', `/saved-views?cursor=${all.pagination.nextCursor}`)
  assert.equal(moved.status, 400, 'a cursor belongs to its person')
})

test('a view that a person of a unit shares is seen in that unit and by people of the whole workspace', async () => {
  const unit = async (title: string): Promise<string> =>
    (await client.ask('admin', 'POST', '/units', { unitKey: title, title })).body.id
  const [treasury, lending] = [await unit('treasury'), await unit('lending')]
  const { contributor, reviewer, auditor } = await client.people()
  const limit = async (personId: string | undefined, unitIds: readonly string[] | null) =>
    assert.equal((await client.ask('admin', 'PATCH', `/people/${personId}`, { unitIds })).status, 200)
  await limit(contributor, [treasury])
  await limit(reviewer, [lending])
  const { id } = await save('contributor', { shared: true, query: 'evidenceRequirementId=ger_of_treasury' })
  const { id: everywhere } = await save('admin', { shared: true })
  const sees = async (person: string) => {
    const ids = (await seenBy(person)).map(view => view.id)
    return [ids.includes(id), ids.includes(everywhere)]
  }
  assert.deepEqual(await sees('admin'), [true, true])
  assert.deepEqual(await sees('auditor'), [true, true])
  assert.deepEqual(await sees('reviewer'), [false, true])
  assert.equal(await statusOf('reviewer', 'PATCH', `/${id}`, { name: 'Found' }), 404)
  assert.equal(await statusOf('admin', 'PATCH', `/${id}`, { name: 'By the administrator' }), 200)
  assert.deepEqual(await sees('reviewer'), [false, true], 'a change by an administrator does not widen it')
  await limit(reviewer, [treasury])
  assert.deepEqual(await sees('reviewer'), [true, true])
  await limit(contributor, [lending])
  assert.deepEqual(await sees('contributor'), [true, true], 'its creator keeps it')
  await limit(reviewer, null)
  await limit(contributor, null)
  assert.ok(auditor)
})
