import { day, iso } from '#lib/clock.ts'
import type { Fields } from './values.ts'
import type { Organization } from './workspace.ts'

type Arrangement = (
  organization: Organization,
) => Promise<{ readonly params?: Fields; readonly query?: Fields; readonly body?: Fields }>

const roomParams = async (organization: Organization, ...names: readonly ('guestId' | 'entryId')[]) => {
  const room = await organization.room()
  return Object.fromEntries(['assessmentId' as const, ...names].map(name => [name, room[name]]))
}

const forNewRoom =
  (...names: readonly ('guestId' | 'entryId')[]): Arrangement =>
  async organization => ({ params: await roomParams(organization, ...names) })

const withNewRoom: Arrangement = async organization => {
  await organization.room()
  return {}
}

/** Request data for rooms. Each request uses a new room, whose guest becomes the caller. */
export const roomArrangements: Readonly<Record<string, Arrangement>> = {
  openAssessmentRoom: async organization => ({ params: { assessmentId: await organization.external() } }),
  prepareRoomBundle: forNewRoom(),
  getRoomBundle: withNewRoom,
  downloadRoomBundle: async organization => ({ params: { exportId: await organization.bundle() } }),
  refreshAssessmentRoom: forNewRoom(),
  endAssessmentRoom: forNewRoom(),
  getAssessmentRoom: forNewRoom(),
  listRoomGuests: forNewRoom(),
  inviteRoomGuest: async organization => ({
    params: await roomParams(organization),
    body: { expiresAt: iso(organization.now() + day) },
  }),
  revokeRoomGuest: forNewRoom('guestId'),
  listAssessmentRoomMarks: forNewRoom(),
  listAssessmentRoomEntries: forNewRoom(),
  answerRoomEntry: forNewRoom('entryId'),
  enterRoom: async organization => ({ body: { token: (await organization.room()).token } }),
  leaveRoom: withNewRoom,
  getRoomScope: withNewRoom,
  listRoomItems: withNewRoom,
  listRoomEntries: withNewRoom,
  addRoomEntry: withNewRoom,
  openRoomItem: async organization => ({ params: { itemId: (await organization.room()).clauseId } }),
  openRoomFile: async organization => {
    const { claimId, artifactId } = await organization.room()
    return { query: { claimId, artifactId } }
  },
  markRoomItem: async organization => ({ params: { itemId: (await organization.room()).claimId } }),
  markRoomClaim: async organization => ({ params: { claimId: (await organization.room()).claimId } }),
  concludeRoom: async organization => ({ body: { scopeDigest: (await organization.room()).scopeDigest } }),
}
