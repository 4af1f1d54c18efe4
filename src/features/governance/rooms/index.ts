import { addRoomEntry } from './add-room-entry.ts'
import { answerRoomEntry } from './answer-room-entry.ts'
import { concludeRoom } from './conclude-room.ts'
import { endAssessmentRoom } from './end-assessment-room.ts'
import { enterRoom } from './enter-room.ts'
import { boundEntries } from './entry.ts'
import { getAssessmentRoom } from './get-assessment-room.ts'
import { getRoomScope } from './get-room-scope.ts'
import { boundGuests } from './guest.ts'
import { guestLinksOfPerson } from './guests-of-person.ts'
import { inviteRoomGuest } from './invite-room-guest.ts'
import { leaveRoom } from './leave-room.ts'
import { listAssessmentRoomEntries } from './list-assessment-room-entries.ts'
import { listAssessmentRoomMarks } from './list-assessment-room-marks.ts'
import { listRoomEntries } from './list-room-entries.ts'
import { listRoomGuests } from './list-room-guests.ts'
import { listRoomItems } from './list-room-items.ts'
import { boundMarks } from './mark.ts'
import { markRoomClaim } from './mark-room-claim.ts'
import { markRoomItem } from './mark-room-item.ts'
import { openAssessmentRoom } from './open-assessment-room.ts'
import { openRoomItem } from './open-room-item.ts'
import { refreshAssessmentRoom } from './refresh-assessment-room.ts'
import { revokeRoomGuest } from './revoke-room-guest.ts'
import { boundRooms } from './room.ts'
import { roomProof } from './room-proof.ts'
import { requestsToAnswer } from './work.ts'

/** The rooms part of governance. The endpoints of the workspace come first, then those of guests. */
export const roomsFeature = {
  bounds: [boundRooms, boundGuests, boundMarks, boundEntries],
  exportables: [roomProof],
  workSources: [requestsToAnswer],
  revocableLinks: [guestLinksOfPerson],
  endpoints: [
    getAssessmentRoom,
    openAssessmentRoom,
    refreshAssessmentRoom,
    endAssessmentRoom,
    listRoomGuests,
    inviteRoomGuest,
    revokeRoomGuest,
    listAssessmentRoomMarks,
    listAssessmentRoomEntries,
    answerRoomEntry,
    enterRoom,
    leaveRoom,
    getRoomScope,
    listRoomItems,
    openRoomItem,
    markRoomItem,
    markRoomClaim,
    listRoomEntries,
    addRoomEntry,
    concludeRoom,
  ],
}
