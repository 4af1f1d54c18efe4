import { narrows, statement, text } from '#db/statement.ts'

export const insertRoom = statement(
  'insert_room',
  { id: text, assessmentId: text, record: text },
  `insert into room (organization_id, id, assessment_id, status, record)
   values (:organization, :id, :assessmentId, 'open', :record)`,
)

export const updateRoom = statement(
  'update_room',
  { id: text, status: text, record: text },
  'update room set status = :status, record = :record where organization_id = :organization and id = :id',
)

/** Locks the open room of an assessment. */
export const lockOpenRoom = statement(
  'lock_open_room',
  { assessmentId: text },
  `select id, record from room
    where organization_id = :organization and assessment_id = :assessmentId and status = 'open' for update`,
)

/** Locks an open room by its id. */
export const lockRoom = statement(
  'lock_room',
  { id: text },
  `select id, record from room where organization_id = :organization and id = :id and status = 'open' for update`,
)

export const findRoom = statement(
  'find_room',
  { id: text },
  'select id, record from room where organization_id = :organization and id = :id',
)

/** Selects the newest room of an assessment. */
export const findRoomOfAssessment = statement(
  'find_room_of_assessment',
  { assessmentId: text },
  `select id, record from room
    where organization_id = :organization and assessment_id = :assessmentId order by id desc limit 1`,
)

/** Selects the organization's name and the framework's title, which a room shows in its heading. */
export const findHead = statement(
  'find_head_of_room',
  { frameworkId: text },
  `select o.name as organization, f.record::json ->> 'title' as framework_title
     from organization o join framework f on f.organization_id = o.id and f.id = :frameworkId
    where o.id = :organization`,
  narrows<{ framework_title: string }>,
)
