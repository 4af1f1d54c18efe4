import assert from 'node:assert/strict'
import { day, iso } from '#lib/clock.ts'
import { type Assessing, createAssessing } from './assessing.ts'
import type { ApiResponse, Probata } from './system.ts'

type Body = Readonly<Record<string, unknown>>

/** A guest in a room. */
export interface Guest {
  readonly id: string
  /** The part of the guest's link after #. */
  readonly token: string
  readonly cookie: string
  /** Calls with a path below /api/room. */
  ask(method: string, path: string, body?: Body): Promise<ApiResponse>
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  must(status: number, method: string, path: string, body?: Body): Promise<any>
}

/** An external assessment in progress. A claim with a file answers one of its clauses. */
export interface External {
  readonly id: string
  readonly clauseId: string
  readonly claimId: string
  /** A claim that the assessment does not refer to. */
  readonly otherId: string
}

export interface Rooms extends Assessing {
  /** Creates an external assessment in progress. `claim` replaces fields of its claim. */
  external(claim?: Body): Promise<External>
  /** Opens the room; returns it. */
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  open(id: string): Promise<any>
  /** Invites a guest and opens their link. */
  invite(id: string, over?: Body): Promise<Guest>
  enter(token: string): Promise<ApiResponse>
}

const guestName = 'Gerda Guest'

/** Returns the actions of a guest. */
export const guestOf = (p: Pick<Probata, 'call'>, guest: Pick<Guest, 'id' | 'token' | 'cookie'>): Guest => {
  const ask: Guest['ask'] = (method, path, body) =>
    p.call(method, `/api/room${path}`, { cookie: guest.cookie, ...(body && { body }) })
  return {
    ...guest,
    ask,
    async must(status, method, path, body) {
      const response = await ask(method, path, body)
      assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
      return response.body
    },
  }
}

export const cookieOf = ({ headers }: ApiResponse): string => (headers.get('set-cookie') ?? '').split(';')[0] ?? ''

export const createRooms = async (p: Probata, slug?: string): Promise<Rooms> => {
  const a = await createAssessing(p, slug)
  let roomCount = 0
  const enter = (token: string) => p.call('POST', '/api/room/enter', { body: { token } })
  return {
    ...a,
    enter,
    async external(claim = {}) {
      const number = ++roomCount
      const [claimId, otherId] = [
        await a.client.claim(`ROOM-${number}`, claim),
        await a.client.claim(`OTHER-${number}`),
      ]
      for (const id of [claimId, otherId]) {
        await a.client.attach(id, `the file of ${id}`)
        await a.client.decide(id, 'approve')
      }
      const { id, clauseIds } = await a.plan({ external: true })
      await a.must('admin', 200, 'POST', `/assessments/${id}/start`)
      const clauseId = clauseIds[0] ?? ''
      await a.answer(id, clauseId, { claimIds: [claimId] })
      return { id, clauseId, claimId, otherId }
    },
    open: id => a.must('admin', 201, 'POST', `/assessments/${id}/room`),
    async invite(id, over = {}) {
      const body = { name: guestName, email: 'gerda@audit.example', expiresAt: iso(p.clock.now() + 30 * day), ...over }
      const { guest, url } = await a.must('admin', 201, 'POST', `/assessments/${id}/room/guests`, body)
      const token = String(url).split('#')[1] ?? ''
      const entry = await enter(token)
      assert.equal(entry.status, 201, entry.text)
      return guestOf(p, { id: guest.id, token, cookie: cookieOf(entry) })
    },
  }
}

/** Admits a guest to the room of a new assessment, which one administrator plans alone; returns the guest's cookie. */
export const admitGuest = async (p: Pick<Probata, 'call' | 'clock'>, cookie: string): Promise<string> => {
  const ask = async (method: string, path: string, body: Body = {}) => {
    const options = method === 'GET' ? {} : { body: { ...body, reason: 'a guest for a test' } }
    const response = await p.call(method, `/api/workspace${path}`, { cookie, ...options })
    assert.ok(response.status < 300, `${method} ${path}: ${response.text}`)
    return response.body
  }
  const { person } = await ask('GET', '/session')
  const { id: frameworkId } = await ask('POST', '/frameworks', { frameworkKey: 'GUESTS', title: 'For guests' })
  await ask('POST', `/frameworks/${frameworkId}/clauses`, { clauses: [{ clauseKey: '1', title: 'A clause' }] })
  const period = { periodFrom: '2026-01-01T00:00:00Z', periodUntil: '2026-12-31T00:00:00Z' }
  const plan = { assessmentKey: 'GUESTS', title: 'An external audit', frameworkId, assessorId: person.id }
  const { id } = await ask('POST', '/assessments', { ...plan, ...period, external: true })
  for (const path of ['start', 'room']) await ask('POST', `/assessments/${id}/${path}`)
  const invitation = { name: guestName, email: 'gerda@audit.example', expiresAt: iso(p.clock.now() + 30 * day) }
  const { url } = await ask('POST', `/assessments/${id}/room/guests`, invitation)
  return cookieOf(await p.call('POST', '/api/room/enter', { body: { token: String(url).split('#')[1] ?? '' } }))
}
