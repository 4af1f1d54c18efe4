import { forItsValues, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import { maxGuestSessions } from './guest.ts'

export type StoredGuest = RowOf<typeof lockGuest>

export const countGuests = statement(
  'count_room_guests',
  { roomId: text },
  'select count(*)::int as guests from room_guest where organization_id = :organization and room_id = :roomId',
)

/** Selects the person of the workspace who signs in with an address. */
export const findPersonAtGuestAddress = statement(
  'find_person_at_address_of_guest',
  { address: text },
  'select subject_id from person_at(:address)',
)

/** Selects a pending invitation with which a person at this address can still join the workspace. */
export const findInvited = statement(
  'find_invitation_at_address_of_guest',
  { address: text, now: text },
  `select id from invitation where organization_id = :organization and email = :address and status = 'pending'
      and purpose = 'invitation' and expires_at > :now`,
)

export const insertGuest = statement(
  'insert_room_guest',
  { id: text, roomId: text, tokenSha256: text, expiresAt: text, record: text },
  `insert into room_guest (organization_id, id, room_id, token_sha256, status, expires_at, record)
   values (:organization, :id, :roomId, :tokenSha256, 'invited', :expiresAt, :record)`,
)

export const listGuests = statement(
  'list_room_guests',
  { position: text, limit: number, roomId: text, now: text },
  `select g.id, g.record, (select count(*)::int from room_session s
            where s.organization_id = :organization and s.guest_id = g.id and s.expires_at > :now) as sessions
     from room_guest g
    where g.organization_id = :organization and g.room_id = :roomId and g.id < :position order by g.id desc limit :limit`,
)

export const lockGuest = statement(
  'lock_room_guest',
  { id: text, roomId: text },
  `select id, record from room_guest
    where organization_id = :organization and id = :id and room_id = :roomId for update`,
)

/** Locks guests whom a person invited, whose link is neither revoked nor expired. */
export const lockInvitedGuestsOf = statement(
  'lock_invited_room_guests_of_person',
  { invitedBy: text, now: text },
  `select id, record from room_guest
    where organization_id = :organization and status = 'invited' and expires_at > :now
      and record::json ->> 'invitedBy' = :invitedBy
    order by id for update`,
)

/** Finds the guests who have entered the room. */
export const findEnteredGuests = forItsValues(
  statement(
    'find_entered_room_guests',
    { ids: texts },
    `select distinct resource_id as id from audit_event
    where organization_id = :organization and resource_id = any(:ids::text[]) and action = 'room.enter'`,
  ),
)

export const recordMailed = statement(
  'record_mailed_room_guest',
  { id: text, record: text },
  'update room_guest set record = :record where organization_id = :organization and id = :id',
)

export const revokeGuest = statement(
  'revoke_room_guest',
  { id: text, record: text },
  `update room_guest set status = 'revoked', record = :record where organization_id = :organization and id = :id`,
)

/** Selects the guest of a link. */
export const findGuestOfLink = statement(
  'find_room_guest_of_link',
  { tokenSha256: text },
  'select id from room_guest where organization_id = :organization and token_sha256 = :tokenSha256',
)

export const lockGuestOfLink = statement(
  'lock_room_guest_of_link',
  { tokenSha256: text },
  `select g.record, r.record as room from room_guest g
     join room r on r.organization_id = g.organization_id and r.id = g.room_id
    where g.organization_id = :organization and g.token_sha256 = :tokenSha256 for update of g`,
)

export const insertRoomSession = statement(
  'insert_room_session',
  { tokenSha256: text, id: text, roomId: text, guestId: text, expiresAt: text },
  `insert into room_session (organization_id, token_sha256, id, room_id, guest_id, expires_at)
   values (:organization, :tokenSha256, :id, :roomId, :guestId, :expiresAt)`,
)

/** Ends all but the newest sessions of a guest, before a new one begins. */
export const endOldestSessions = statement(
  'end_oldest_room_sessions',
  { guestId: text },
  `delete from room_session where organization_id = :organization and guest_id = :guestId and id not in (
     select s.id from room_session s where s.organization_id = :organization and s.guest_id = :guestId
      order by s.id desc limit ${maxGuestSessions - 1})`,
)

export const endRoomSession = statement(
  'end_room_session',
  { guestId: text, id: text },
  'delete from room_session where organization_id = :organization and guest_id = :guestId and id = :id',
)

export const endSessionsOfGuest = statement(
  'end_sessions_of_room_guest',
  { guestId: text },
  'delete from room_session where organization_id = :organization and guest_id = :guestId',
)

export const findGuest = statement(
  'find_room_guest',
  { id: text },
  'select record from room_guest where organization_id = :organization and id = :id',
)
