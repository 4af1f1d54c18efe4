import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { createRooms, type Rooms } from '#test/rooms.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let rooms: Rooms

before(async () => {
  p = await boot()
  rooms = await createRooms(p)
})
after(() => p[Symbol.asyncDispose]())

const openRoom = async (): Promise<string> => {
  const { id } = await rooms.external()
  await rooms.open(id)
  return id
}

const invite = (id: string, status: number, email: string) =>
  rooms.must('admin', status, 'POST', `/assessments/${id}/room/guests`, {
    ...{ name: 'Gerda Guest', email, expiresAt: iso(p.clock.now() + day) },
  })

/** Creates a person with this address. Returns a function that calls as them. */
const joinWorkspace = async (email: string) => {
  await rooms.must('admin', 201, 'POST', '/people', { email, name: 'Gerda Guest', role: 'reviewer', password })
  const cookie = await p.signIn(email)
  return (method: string, path: string) =>
    p.call(method, `/api/workspace${path}`, {
      cookie,
      ...(method !== 'GET' && { body: { reason: 'looked through it' } }),
    })
}

const hasWork = async (ask: Awaited<ReturnType<typeof joinWorkspace>>, id: string): Promise<boolean> => {
  const { body } = await ask('GET', '/my-work?kind=assessment_completion')
  return body.work.some((task: { id: string }) => task.id === id)
}

test('a guest who joins the workspace cannot complete the assessment, even once revoked', async () => {
  const [id, other] = [await openRoom(), await openRoom()]
  const { guest } = await invite(id, 201, 'gerda@audit.example')
  const ask = await joinWorkspace('Gerda@audit.example')
  for (const assessmentId of [id, other])
    await rooms.must('contributor', 200, 'POST', `/assessments/${assessmentId}/submit`)
  const expectRejection = async () => {
    const { status, body } = await ask('POST', `/assessments/${id}/complete`)
    assert.deepEqual([status, /four eyes/.test(body.message)], [403, true])
    const assessment = (await ask('GET', `/assessments/${id}`)).body
    assert.deepEqual(
      [assessment.hadHand, assessment.moves.includes('complete'), await hasWork(ask, id)],
      [true, false, false],
    )
  }
  await expectRejection()
  await rooms.must('admin', 204, 'DELETE', `/assessments/${id}/room/guests/${guest.id}`)
  await expectRejection()
  await rooms.must('admin', 200, 'POST', `/assessments/${id}/room/end`)
  await expectRejection()
  assert.equal(await hasWork(ask, other), true)
  assert.equal((await ask('POST', `/assessments/${other}/complete`)).status, 200)
})

test('a person who is invited to join the workspace cannot be invited as a guest', async () => {
  const id = await openRoom()
  await rooms.must('admin', 201, 'POST', '/people/invitations', {
    ...{ email: 'soon@acme.example', name: 'Soon', role: 'reviewer' },
  })
  assert.match((await invite(id, 409, 'Soon@acme.example')).message, /is invited to join/)
  p.clock.advance(8 * day)
  assert.equal((await invite(id, 201, 'soon@acme.example')).guest.email, 'soon@acme.example')
})

test('a differently spelled address counts as the same, for guests, people and invitations', async () => {
  const id = await openRoom()
  for (const email of [
    'reviewer@acme.example.',
    'reviewer@acme。example',
    '"reviewer"@acme.example',
    '<reviewer@acme.example>',
    'reviewer(x)@acme.example',
    'reviewer.@acme.example',
    'reviewer@[127.0.0.1]',
    'ｒeviewer@acme.example',
    'reviewer\u200b@acme.example',
  ]) {
    const { issues } = await invite(id, 400, email)
    assert.deepEqual(issues[0].path, ['email'], email)
    const person = { email, name: 'R', role: 'reviewer' }
    for (const path of ['/people', '/people/invitations']) await rooms.must('admin', 400, 'POST', path, person)
  }
  await invite(id, 409, ' REVIEWER@ACME.example ')
  await invite(id, 201, 'reviewer+1@xn--bcher-kva.example')
})

test('a person who already has an odd address signs in with it', async () => {
  await joinWorkspace('odd@acme.example')
  await p.sql(`update login set address = '"odd"@acme.example' where address = 'odd@acme.example'`)
  await p.sql(`update login_name set name = '"odd"@acme.example' where name = 'odd@acme.example'`)
  assert.ok(await p.signIn('"Odd"@acme.example'))
})
