import { forItsValues, narrows, nullable, number, numbers, statement, text, texts } from '#db/statement.ts'

/** Finds the heads of all generations, newest first, or of one generation. */
export const findHeads = statement(
  'find_ledger_heads',
  { generation: nullable(number) },
  `select generation, origin, size::bigint as size, root, first_kept::bigint as first_kept, sealed_at from ledger_tree
    where organization_id = :organization and (:generation::integer is null or generation = :generation)
    order by generation desc`,
)

export const findLeafPositions = forItsValues(
  statement(
    'find_ledger_places',
    { events: texts },
    `select event_id, generation, leaf_index::bigint as leaf_index from ledger_leaf
    where organization_id = :organization and event_id = any (:events::text[])`,
  ),
)

/**
 * Finds the hashes of several ranges of stored levels; level 0 has the leaves, and ranges are numbered from 1. The
 * hashes of a range are concatenated; the result is shorter than the range if some are missing. An empty range has no
 * row.
 */
export const findHashes = statement(
  'find_ledger_hashes',
  { generation: number, levels: numbers, froms: numbers, tos: numbers },
  `select r.n::integer as range, string_agg(h.hash, ''::bytea order by h.at) as hashes
     from unnest(:levels::integer[], :froms::bigint[], :tos::bigint[]) with ordinality as r (level, first, beyond, n)
    cross join lateral (
      select leaf_index as at, hash from ledger_leaf
       where organization_id = :organization and generation = :generation and r.level = 0
         and leaf_index >= r.first and leaf_index < r.beyond
      union all
      select subtree_index, hash from ledger_subtree
       where organization_id = :organization and generation = :generation and level = r.level
         and subtree_index >= r.first and subtree_index < r.beyond) h
    group by r.n`,
  narrows<{ range: number; hashes: Buffer }>,
)

export interface LeafRow {
  leaf_index: number
  event_id: string
  salts: Buffer
  hash: Buffer
  /** Null if the audit row is missing. */
  record: string | null
  action: string | null
  actor_id: string | null
  resource_id: string | null
  /** The digests of the row's erased fields, by field. */
  erased: Readonly<Record<string, string>> | null
}

const leafColumns = `l.leaf_index::bigint as leaf_index, l.event_id, l.salts, l.hash, e.record, e.action, e.actor_id, e.resource_id,
  (select json_object_agg(x.field, x.digest) from ledger_erasure x
    where x.organization_id = :organization and x.event_id = l.event_id) as erased`

const joinRows = `from ledger_leaf l left join audit_event e on e.organization_id = :organization and e.id = l.event_id`

export const findLeaves = forItsValues(
  statement(
    'find_ledger_leaves',
    { generation: number, indexes: numbers },
    `select ${leafColumns} ${joinRows}
    where l.organization_id = :organization and l.generation = :generation and l.leaf_index = any (:indexes::bigint[])
    order by l.leaf_index`,
    narrows<{ erased: Readonly<Record<string, string>> | null }>,
  ),
)

export const findLeavesInRange = statement(
  'find_ledger_leaves_in_range',
  { generation: number, from: number, to: number },
  `select ${leafColumns} ${joinRows}
    where l.organization_id = :organization and l.generation = :generation and l.leaf_index >= :from and l.leaf_index < :to
    order by l.leaf_index`,
  narrows<{ erased: Readonly<Record<string, string>> | null }>,
)

/** Finds an audit row; `leaf_index` is null until the row is sealed. */
export const findSealing = statement(
  'find_sealing_of_audit_event',
  { event: text },
  `select e.id, l.generation, l.leaf_index::bigint as leaf_index from audit_event e
     left join ledger_leaf l on l.organization_id = e.organization_id and l.event_id = e.id
    where e.organization_id = :organization and e.id = :event`,
)

/** Finds an audit row with its leaf, if it has one. */
export const findLeafOfEvent = statement(
  'find_leaf_of_audit_event',
  { event: text },
  `select l.leaf_index::bigint as leaf_index, e.id as event_id, l.salts, l.hash, e.record, e.action, e.actor_id, e.resource_id,
     (select json_object_agg(x.field, x.digest) from ledger_erasure x
       where x.organization_id = :organization and x.event_id = e.id) as erased
     from audit_event e left join ledger_leaf l on l.organization_id = e.organization_id and l.event_id = e.id
    where e.organization_id = :organization and e.id = :event`,
  narrows<{ erased: Readonly<Record<string, string>> | null }>,
)

/** Finds the first audit row without a leaf; null if all rows have one. All rows before `from` must have leaves. */
export const findFirstUnsealed = statement(
  'find_first_unsealed_audit_event',
  { from: text },
  'select first_unsealed_audit_event(:from) as id',
)

export const findEventAt = statement(
  'find_audit_event_at_leaf',
  { generation: number, index: number },
  `select event_id from ledger_leaf
    where organization_id = :organization and generation = :generation and leaf_index = :index`,
)
