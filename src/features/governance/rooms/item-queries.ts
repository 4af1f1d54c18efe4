import { narrows, nullable, number, statement, text } from '#db/statement.ts'

const digits = 8
/** SQL: the position of an item in a list by place: its place in eight digits, then its id. */
const position = `lpad(i.place::text, ${digits}, '0') || i.item_id`
const startPlace = `case when :position::text = '' then -1 else left(:position, ${digits})::integer end`
const startId = `substr(:position, ${digits + 1})`

export const listItems = statement(
  'list_room_items',
  { position: text, limit: number, roomId: text, kind: text, guestId: text },
  `select ${position} as id, i.item_id, i.kind, i.digest, i.record::json ->> 'key' as key, i.record::json ->> 'title' as title,
          m.record as mark, '' as record, o.digest as opened_digest, coalesce(o.artifact_ids, '{}') as artifact_ids,
          array(select r ->> 'id' from json_array_elements(i.record::json -> 'related') r) as related,
          array(select json_build_object('artifactId', f ->> 'artifactId', 'originalFilename', f ->> 'originalFilename')
            from json_array_elements(case when i.kind = 'claim' then i.record::json -> 'claim' -> 'attachments' end) f) as files,
          (select count(*)::int from room_entry e
            where e.organization_id = :organization and e.room_id = :roomId and e.item_id = i.item_id) as entries
     from room_item i
     left join room_mark m on m.organization_id = :organization and m.room_id = :roomId and m.claim_id = i.item_id
     left join room_opening o on o.organization_id = :organization and o.room_id = :roomId and o.guest_id = :guestId
      and o.item_id = i.item_id
    where i.organization_id = :organization and i.room_id = :roomId and i.kind = :kind
      and (i.place, i.item_id) > (${startPlace}, ${startId})
    order by i.place, i.item_id limit :limit`,
  narrows<{
    key: string
    title: string
    files: { artifactId: string; originalFilename: string }[]
  }>,
)

export const findItem = statement(
  'find_room_item',
  { roomId: text, id: text },
  `select digest, record from room_item
    where organization_id = :organization and room_id = :roomId and item_id = :id`,
)

/** Stores the digest of the version that a guest opened last. */
export const writeOpening = statement(
  'write_room_opening',
  { roomId: text, guestId: text, itemId: text, digest: text },
  `insert into room_opening (organization_id, room_id, guest_id, item_id, digest)
   values (:organization, :roomId, :guestId, :itemId, :digest)
   on conflict (organization_id, room_id, guest_id, item_id) do update set digest = excluded.digest`,
)

export const findOpening = statement(
  'find_room_opening',
  { roomId: text, guestId: text, itemId: text },
  `select digest from room_opening
    where organization_id = :organization and room_id = :roomId and guest_id = :guestId and item_id = :itemId`,
)

export const lockMark = statement(
  'lock_room_mark',
  { roomId: text, claimId: text },
  `select record from room_mark
    where organization_id = :organization and room_id = :roomId and claim_id = :claimId for update`,
)

export const writeMark = statement(
  'write_room_mark',
  { roomId: text, claimId: text, record: text },
  `insert into room_mark (organization_id, room_id, claim_id, record) values (:organization, :roomId, :claimId, :record)
   on conflict (organization_id, room_id, claim_id) do update set record = excluded.record`,
)

export const listMarks = statement(
  'list_room_marks',
  { position: text, limit: number, roomId: text },
  `select m.claim_id as id, m.record, i.kind, i.digest, i.record::json ->> 'key' as key, i.record::json ->> 'title' as title
     from room_mark m
     join room_item i on i.organization_id = :organization and i.room_id = m.room_id and i.item_id = m.claim_id
    where m.organization_id = :organization and m.room_id = :roomId and m.claim_id < :position
    order by m.claim_id desc limit :limit`,
  narrows<{ key: string; title: string }>,
)

export const countEntries = statement(
  'count_room_entries',
  { roomId: text },
  'select count(*)::int as entries from room_entry where organization_id = :organization and room_id = :roomId',
)

export const insertEntry = statement(
  'insert_room_entry',
  { id: text, roomId: text, itemId: nullable(text), kind: text, record: text },
  `insert into room_entry (organization_id, id, room_id, item_id, kind, answered, record)
   values (:organization, :id, :roomId, :itemId, :kind, false, :record)`,
)

export const lockEntry = statement(
  'lock_room_entry',
  { id: text, roomId: text },
  'select record from room_entry where organization_id = :organization and id = :id and room_id = :roomId for update',
)

export const answerEntry = statement(
  'answer_room_entry',
  { id: text, record: text },
  'update room_entry set answered = true, record = :record where organization_id = :organization and id = :id',
)

const entryColumns = `e.id, e.record, i.record::json ->> 'key' as key
     from room_entry e
     left join room_item i on i.organization_id = :organization and i.room_id = e.room_id and i.item_id = e.item_id`

export const listEntries = statement(
  'list_room_entries',
  { position: text, limit: number, roomId: text },
  `select ${entryColumns}
    where e.organization_id = :organization and e.room_id = :roomId and e.id < :position order by e.id desc limit :limit`,
)

export const listEntriesOfItem = statement(
  'list_room_entries_of_item',
  { position: text, limit: number, roomId: text, itemId: text },
  `select ${entryColumns}
    where e.organization_id = :organization and e.room_id = :roomId and e.item_id = :itemId and e.id < :position
    order by e.id desc limit :limit`,
)
