import { choice, narrows, nullable, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import type { KeyPurpose } from './ledger-key.ts'

const keyColumns = 'id, purpose, generation, vkey, sealed, since, until'

/** Finds the keys of a purpose, oldest first, of all generations or one. */
export const findKeys = statement(
  'find_ledger_keys',
  { purpose: choice<KeyPurpose>, generation: nullable(number) },
  `select ${keyColumns} from ledger_key
    where organization_id = :organization and purpose = :purpose
      and (:generation::integer is null or generation = :generation)
    order by id`,
)

export const selectLedgerKeys = statement(
  'list_ledger_keys',
  { position: text, limit: number },
  `select ${keyColumns}, '' as record from ledger_key
    where organization_id = :organization and id < :position order by id desc limit :limit`,
)

/** Inserts a key, unless a current key exists. */
export const insertLedgerKey = statement(
  'insert_ledger_key',
  {
    id: text,
    purpose: choice<KeyPurpose>,
    generation: nullable(number),
    vkey: text,
    sealed: text,
    now: text,
  },
  `insert into ledger_key (organization_id, id, purpose, generation, vkey, sealed, since)
   values (:organization, :id, :purpose, :generation, :vkey, :sealed, :now)
   on conflict do nothing returning ${keyColumns}`,
)

export const endKey = statement(
  'end_ledger_key',
  { purpose: choice<KeyPurpose>, generation: nullable(number), now: text },
  `update ledger_key set until = :now::timestamptz
    where organization_id = :organization and purpose = :purpose
      and generation is not distinct from :generation::integer and until is null
   returning ${keyColumns}`,
)

export type CheckpointRow = RowOf<typeof findCheckpoint>

const checkpointColumns = 'size::bigint as size, note, created_at'

/** Finds the newest checkpoint of a generation, optionally up to a size. */
export const findCheckpoint = statement(
  'find_ledger_checkpoint',
  { generation: number, most: nullable(number) },
  `select ${checkpointColumns} from ledger_checkpoint
    where organization_id = :organization and generation = :generation
      and (:most::bigint is null or size <= :most)
    order by size desc limit 1`,
)

export const insertCheckpoint = statement(
  'insert_ledger_checkpoint',
  { generation: number, size: number, note: text, now: text },
  `insert into ledger_checkpoint (organization_id, generation, size, note, created_at)
   values (:organization, :generation, :size, :note, :now) on conflict do nothing`,
)

/** Reads when sealing and signing stopped; null if they have not. */
export const findStop = statement('find_ledger_stop', {}, 'select stopped_at from ledger_state()')

export const stopSealing = statement('stop_ledger_for_place', { now: text }, 'select stop_ledger(:now) as stopped')

export type ReceiptRow = RowOf<typeof findReceipts>

/** Finds the newest checkpoint that each place holds. */
export const findReceipts = statement(
  'find_held_ledger_checkpoints',
  {},
  `select distinct on (place) place, generation, size::bigint as size, held_at from ledger_publication
    where organization_id = :organization order by place, generation desc, size desc`,
)

export const insertPublication = statement(
  'insert_ledger_publication',
  { generation: number, size: number, place: text, answer: nullable(text), now: text },
  `insert into ledger_publication (organization_id, generation, size, place, answer, held_at)
   values (:organization, :generation, :size, :place, :answer::bytea, :now) on conflict do nothing`,
)

export const endTrouble = statement(
  'end_ledger_place_trouble',
  { place: text },
  'delete from ledger_place_trouble where organization_id = :organization and place = :place',
)

export const recordPlaceTrouble = statement(
  'record_ledger_place_trouble',
  { place: text, code: text, now: text },
  `insert into ledger_place_trouble (organization_id, place, since, attempts, code)
   values (:organization, :place, :now, 1, :code)
   on conflict (organization_id, place) do update
     set attempts = ledger_place_trouble.attempts + 1, code = excluded.code`,
)

/** Lists the published checkpoints of a generation up to a size, newest first. */
export const findPublished = statement(
  'find_published_ledger_checkpoints',
  { generation: number, most: number, limit: number },
  `select c.size::bigint as size, c.note, h.places, h.stamp from ledger_checkpoint c
     cross join lateral (
       select json_agg(json_build_object('place', p.place, 'heldAt',
                to_char(p.held_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by p.held_at, p.place) as places,
              (array_agg(p.answer) filter (where p.place = 'time-stamp'))[1] as stamp
         from ledger_publication p
        where p.organization_id = c.organization_id and p.generation = c.generation and p.size = c.size
          and p.place <> 'event') h
    where c.organization_id = :organization and c.generation = :generation and c.size <= :most and h.places is not null
    order by c.size desc limit :limit`,
  narrows<{ places: readonly { readonly place: string; readonly heldAt: string }[] }>,
)

/** Reads the hashes of one stored level of a tree; level 0 has the leaves. */
export const readTile = statement(
  'read_ledger_tile',
  { generation: number, level: number, from: number, to: number },
  `select hash from (
     select leaf_index as at, hash from ledger_leaf
      where organization_id = :organization and generation = :generation and :level::integer = 0
        and leaf_index >= :from::bigint and leaf_index < :to::bigint
     union all
     select subtree_index, hash from ledger_subtree
      where organization_id = :organization and generation = :generation and level = :level
        and subtree_index >= :from and subtree_index < :to) t order by at`,
)

export const findLedgerVisibility = statement(
  'find_ledger_public',
  {},
  'select ledger_public from organization where id = :organization',
)

export const organizationsToPublish = statement(
  'organizations_to_publish',
  { before: text, places: texts },
  'select * from organizations_to_publish(:before, :places::text[]) as id',
)

export const placesInTrouble = statement(
  'ledger_places_in_trouble',
  { before: text },
  'select place, since, code, organizations::integer as organizations from ledger_places_in_trouble(:before)',
  narrows<{ since: Date; code: string }>,
)
