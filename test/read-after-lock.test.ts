/** Tests that a request that has waited for another one uses the data that the other one wrote. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { maxLinks } from '#src/features/governance/controls/control-queries.ts'
import { entriesByKey, referencesIn } from '#src/features/governance/templates/catalog.ts'
import { inTurn } from './locked.ts'
import { createPolicies } from './policies.ts'
import { createRooms, type Rooms } from './rooms.ts'
import { type ApiResponse, boot, type Probata } from './system.ts'

let p: Probata
let rooms: Rooms
before(async () => {
  p = await boot()
  rooms = await createRooms(p)
})
after(() => p[Symbol.asyncDispose]())

const send = (who: string, method: string, path: string, body?: object) => () =>
  rooms.client.ask(who, method, path, { ...body })
const must = async (method: string, path: string, body?: object) => {
  const response = await send('admin', method, path, body)()
  assert.ok(response.status < 300, `${method} ${path}: ${response.text}`)
  return response.body
}
const statuses = (responses: readonly ApiResponse[]) => responses.map(({ status }) => status)
const rowLock = (table: string, id: string) => `select from ${table} where id = '${id}' for update`

let count = 0
const framework = async (keys: readonly string[], over: object = {}): Promise<{ id: string; clauseIds: string[] }> => {
  const { id } = await must('POST', '/frameworks', { frameworkKey: `LOCK-${++count}`, title: 'A', status: 'active' })
  const clauses = keys.map(clauseKey => ({ clauseKey, title: clauseKey }))
  await must('POST', `/frameworks/${id}/clauses`, { clauses, ...over })
  const { clauses: clauseRecords } = await rooms.client.get('admin', `/frameworks/${id}/clauses?limit=200`)
  return { id, clauseIds: clauseRecords.map((clause: { id: string }) => clause.id) }
}

/** Creates a control to which only `remaining` more clauses can be linked. */
const almostFull = async (controlKey: string, remaining = 1): Promise<string> => {
  const { id } = await must('POST', '/controls', { controlKey, title: 'Nearly full', status: 'active' })
  const { id: frameworkId } = await framework(Array.from({ length: maxLinks - remaining }, (_, i) => `${i}`))
  await p.sql(
    `insert into clause_control (organization_id, clause_id, control_id, extent, record)
     select organization_id, id, $1, 'full', json_build_object('extent', 'full', 'note', null,
            'addedAt', '2026-01-01T00:00:00.000Z', 'addedBy', 'test') from clause where framework_id = $2`,
    [id, frameworkId],
  )
  return id
}
const linksOf = async (controlId: string): Promise<number> => {
  const [row] = await p.sql('select count(*)::int as links from clause_control where control_id = $1', [controlId])
  return Number(row?.links)
}

test('a control never answers more clauses than the limit: an import that adopts controls', async () => {
  const controlId = await almostFull('Full 1')
  const [linked, imported] = [await framework(['1']), await framework(['1'])]
  const responses = await inTurn(
    p,
    rowLock('control', controlId),
    send('admin', 'POST', `/clauses/${linked.clauseIds[0]}/controls`, { controlId, extent: 'full' }),
    send('admin', 'POST', `/frameworks/${imported.id}/clauses`, {
      clauses: [{ clauseKey: '1', title: 'One' }],
      withControls: true,
      controlKeyPrefix: 'Full ',
    }),
  )
  assert.deepEqual(statuses(responses), [201, 422])
  assert.equal(await linksOf(controlId), maxLinks)
})

test('a control never answers more clauses than the limit: the import of a mapping', async () => {
  const controlId = await almostFull('MAPPED')
  const [linked, target] = [await framework(['1']), await framework(['1'])]
  const [row] = await p.sql(
    'select f.framework_id from clause_control m join clause f on f.id = m.clause_id where m.control_id = $1',
    [controlId],
  )
  const responses = await inTurn(
    p,
    rowLock('control', controlId),
    send('admin', 'POST', `/clauses/${linked.clauseIds[0]}/controls`, { controlId, extent: 'full' }),
    send('admin', 'POST', `/frameworks/${target.id}/mapping`, {
      sourceFrameworkId: row?.framework_id,
      relations: [{ sourceKey: '1', targetKey: '1', relationship: 'equal' }],
    }),
  )
  assert.deepEqual(statuses(responses), [201, 200])
  assert.equal(await linksOf(controlId), maxLinks)
})

test('a control never answers more clauses than the limit: the templates of a scheme', async () => {
  const entry = entriesByKey.get('NDA')
  assert.ok(entry)
  const controlId = await almostFull('NDA', referencesIn(entry, 'iso27001').length)
  const before = await linksOf(controlId)
  const { clauseIds } = await framework(['1'])
  const responses = await inTurn(
    p,
    rowLock('control', controlId),
    send('admin', 'POST', `/clauses/${clauseIds[0]}/controls`, { controlId, extent: 'full' }),
    send('admin', 'POST', '/requirement-templates', { keys: ['NDA'], scheme: 'iso27001' }),
  )
  assert.deepEqual(statuses(responses), [201, 200])
  assert.deepEqual(responses[1].body.framework.leftOut, ['NDA'])
  assert.equal(await linksOf(controlId), before + 1)
})

const settings: readonly [path: string, first: object, second: object][] = [
  ['/finding-due-days', { critical: 3 }, { low: 99 }],
  ['/storage/quota', { bytes: 5_000_000_000 }, { files: 5000 }],
]
for (const [path, first, second] of settings)
  test(`two changes of different settings are both kept: ${path}`, async () => {
    const lock = `select from organization where slug = 'acme' for no key update`
    const responses = await inTurn(p, lock, send('admin', 'PATCH', path, first), send('admin', 'PATCH', path, second))
    assert.deepEqual(statuses(responses), [200, 200])
    const saved = await rooms.client.get('admin', path)
    for (const [name, value] of Object.entries({ ...first, ...second })) assert.equal(saved[name], value, name)
  })

test('no bundle of a room that has just ended is prepared', async () => {
  const { id } = await rooms.external()
  await rooms.open(id)
  const responses = await inTurn(
    p,
    rowLock('assessment', id),
    send('admin', 'POST', `/assessments/${id}/room/end`),
    send('admin', 'POST', `/assessments/${id}/room/bundle`),
  )
  assert.deepEqual(statuses(responses), [200, 422])
})

test('a guest who is entering keeps their link when the administrator who invited them loses the role', async () => {
  const { reviewer } = await rooms.client.people()
  await must('PATCH', `/people/${reviewer}`, { role: 'admin' })
  const { id } = await rooms.external()
  await rooms.open(id)
  const invitation = { name: 'Gerda', email: 'gerda@audit.example', expiresAt: iso(p.clock.now() + 30 * day) }
  const invited = await send('reviewer', 'POST', `/assessments/${id}/room/guests`, invitation)()
  assert.equal(invited.status, 201, invited.text)
  const token = String(invited.body.url).split('#')[1] ?? ''
  const responses = await inTurn(
    p,
    rowLock('room_guest', invited.body.guest.id),
    () => rooms.enter(token),
    send('admin', 'PATCH', `/people/${reviewer}`, { role: 'reviewer' }),
  )
  assert.deepEqual(statuses(responses), [201, 200])
  assert.equal((await rooms.enter(token)).status, 201)
})

test('no campaign starts with a requirement that has just left the unit of its policy', async () => {
  const a = await createPolicies(p)
  const { id: unitId } = await must('POST', '/units', { unitKey: 'campaigns', title: 'Campaigns' })
  const policyVersion = await a.published()
  const requirementId = await a.requirement()
  await must('POST', '/placements', { recordIds: [policyVersion.policyId, requirementId], unitId })
  const body = { ...policyVersion, requirementId, dueAt: iso(p.clock.now() + 7 * day) }
  const responses = await inTurn(
    p,
    rowLock('evidence_requirement', requirementId),
    send('admin', 'POST', '/placements', { recordIds: [requirementId], unitId: null }),
    send('admin', 'POST', '/policy-campaigns', body),
  )
  assert.deepEqual(statuses(responses), [200, 422])
})
