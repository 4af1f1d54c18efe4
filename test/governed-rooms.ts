import assert from 'node:assert/strict'
import { day, iso } from '#lib/clock.ts'
import { cookieOf } from './rooms.ts'
import type { Probata } from './system.ts'

const reason = 'rows of every kind for a test'

/**
 * Creates the room of an external assessment and performs every action in it, in a workspace with a framework and a
 * claim.
 */
export const openRooms = async (p: Probata, admin: string, claimId: string): Promise<void> => {
  const must = async (status: number, method: string, path: string, body: object = {}, cookie = admin) => {
    const isGuest = path.startsWith('/api/room')
    const payload = isGuest ? body : { ...body, reason }
    const response = await p.call(method, isGuest ? path : `/api/workspace${path}`, {
      cookie,
      ...(method !== 'GET' && { body: payload }),
    })
    assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
    return response
  }
  const { person } = (await must(200, 'GET', '/session')).body
  const [framework] = (await must(200, 'GET', '/frameworks')).body.frameworks
  const plan = {
    assessmentKey: 'EXTERNAL',
    title: 'An external audit',
    frameworkId: framework.id,
    periodFrom: '2026-01-01T00:00:00Z',
    periodUntil: '2026-12-31T00:00:00Z',
    assessorId: person.id,
    external: true,
  }
  const { id } = (await must(201, 'POST', '/assessments', plan)).body
  await must(200, 'POST', `/assessments/${id}/start`)
  const [clause] = (await must(200, 'GET', `/frameworks/${framework.id}/clauses`)).body.clauses
  await must(200, 'POST', `/assessments/${id}/answers`, {
    clauseId: clause.id,
    result: 'conforms',
    claimIds: [claimId],
  })
  await must(201, 'POST', `/assessments/${id}/room`)
  const expiresAt = iso(p.clock.now() + 30 * day)
  const guests = []
  for (const name of ['Gerda', 'Gustav']) {
    const body = { name, email: `${name.toLowerCase()}@audit.example`, expiresAt }
    guests.push((await must(201, 'POST', `/assessments/${id}/room/guests`, body)).body)
  }
  const [{ url }, { guest: second }] = [guests[0], guests[1]]
  await must(204, 'DELETE', `/assessments/${id}/room/guests/${second.id}`)
  const token = String(url).split('#')[1]
  const cookie = cookieOf(await must(201, 'POST', '/api/room/enter', { token }))
  const inRoom = (status: number, path: string, body: object = {}) =>
    must(status, 'POST', `/api/room${path}`, body, cookie)
  await inRoom(200, `/items/${claimId}/open`)
  for (const mark of ['question', 'accepted'])
    await inRoom(200, `/claims/${claimId}/mark`, { mark, note: 'Seen.', reference: 'R-1' })
  await inRoom(201, '/entries', { itemId: claimId, kind: 'comment', text: 'Of which night?' })
  const { body: request } = await inRoom(201, '/entries', { kind: 'request', text: 'The restore test, please.' })
  const answer = { text: 'Here it is.', claimIds: [claimId] }
  await must(200, 'POST', `/assessments/${id}/room/entries/${request.id}/answer`, answer)
  await must(200, 'POST', `/assessments/${id}/room/refresh`)
  await must(202, 'POST', `/assessments/${id}/room/bundle`)
}
