import assert from 'node:assert/strict'
import { roomCookie } from '#http/identify.ts'
import { newCredential } from '#http/identity.ts'
import { day, iso, second } from '#lib/clock.ts'
import { insertRoomSession } from '#src/features/governance/rooms/guest-queries.ts'
import { cookieOf } from '#test/rooms.ts'
import type { Probata } from '#test/system.ts'
import type { AssessmentFactory } from './assessing.ts'
import type { AttachedFile } from './proof-maker.ts'

/** An open room with a guest. The room contains a frozen claim with a file. */
export interface TestRoom extends AttachedFile {
  readonly assessmentId: string
  readonly roomId: string
  readonly clauseId: string
  readonly scopeDigest: string
  readonly guestId: string
  readonly token: string
  readonly entryId: string
}

export interface RoomFactory {
  /** Creates an external assessment in progress. */
  external(): Promise<string>
  /** Creates a room. Guests that are created later join this room. */
  room(): Promise<TestRoom>
  /** Creates a room and its bundle, which is ready; returns the bundle's id. */
  bundle(): Promise<string>
  /** Admits a guest to the newest room; returns the guest's cookie. */
  guest(seconds?: number, revoked?: 'revoked'): Promise<string>
}

type Body = Readonly<Record<string, unknown>>

interface Dependencies extends Pick<AssessmentFactory, 'assessment'> {
  readonly id: string
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint returns its own shape
  readonly ask: (person: string, method: string, path: string, body?: Body) => Promise<any>
  readonly attached: () => Promise<AttachedFile>
  readonly word: () => string
}

export const roomsOf = (
  p: Probata,
  { id: organizationId, ask, attached, assessment, word }: Dependencies,
): RoomFactory => {
  const { services } = p.system
  let newest: TestRoom | undefined
  const start = async () => {
    const plan = await assessment('in_progress')
    await ask('admin', 'PATCH', `/assessments/${plan.assessmentId}`, { external: true })
    return plan
  }
  const invite = async (assessmentId: string) => {
    const body = { name: word(), email: 'guest@audit.example', expiresAt: iso(services.clock.now() + 30 * day) }
    const { guest, url } = await ask('admin', 'POST', `/assessments/${assessmentId}/room/guests`, body)
    return { guestId: String(guest.id), token: String(url).split('#')[1] ?? '' }
  }
  const factory: RoomFactory = {
    external: async () => (await start()).assessmentId,
    async room() {
      const { assessmentId, clauseId } = await start()
      const { claimId, artifactId } = await attached()
      const answer = { clauseId, result: 'conforms', claimIds: [claimId] }
      await ask('contributor', 'POST', `/assessments/${assessmentId}/answers`, answer)
      const room = await ask('admin', 'POST', `/assessments/${assessmentId}/room`)
      const { guestId, token } = await invite(assessmentId)
      const cookie = cookieOf(await p.call('POST', '/api/room/enter', { body: { token } }))
      const entry = await p.call('POST', '/api/room/entries', { cookie, body: { kind: 'request', text: word() } })
      assert.equal(entry.status, 201, entry.text)
      const opening = await p.call('POST', `/api/room/items/${claimId}/open`, { cookie })
      assert.equal(opening.status, 200, opening.text)
      const fields = { assessmentId, roomId: room.id, clauseId, claimId, artifactId, scopeDigest: room.scopeDigest }
      newest = { ...fields, guestId, token, entryId: entry.body.id }
      return newest
    },
    async bundle() {
      const { assessmentId } = await factory.room()
      const { id } = await ask('admin', 'POST', `/assessments/${assessmentId}/room/bundle`)
      for (const job of ['seal-ledger', 'prepare-exports']) await p.system.runJob(job)
      return id
    },
    async guest(seconds = 3600, revoked) {
      const { assessmentId, roomId, ...firstGuest } = newest ?? (await factory.room())
      const { guestId } = revoked ? await invite(assessmentId) : firstGuest
      if (revoked) await ask('admin', 'DELETE', `/assessments/${assessmentId}/room/guests/${guestId}`)
      const { text, sha256 } = newCredential('room', organizationId)
      const now = services.clock.now()
      const id = services.ids.next('rms', now)
      const row = { tokenSha256: sha256, id, roomId, guestId, expiresAt: iso(now + seconds * second) }
      await services.db.transaction(organizationId, tx => tx.write(insertRoomSession, row))
      return `${roomCookie.names.http}=${text}`
    },
  }
  return factory
}
