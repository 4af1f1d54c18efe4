import { nullable, number, statement, text, texts } from '#db/statement.ts'

export const organizationsToIndex = statement(
  'organizations_to_index',
  { rules: number },
  'select * from organizations_to_index(:rules) as id',
)

export const lockSearchProgress = statement(
  'lock_search_progress',
  {},
  `select rules, generation, size::bigint as size, walked from search_progress
    where organization_id = :organization for update`,
)

export const findNewestTree = statement(
  'find_newest_tree',
  {},
  `select generation, size::bigint as size from ledger_tree
    where organization_id = :organization order by generation desc limit 1`,
)

/** Removes some of the records of an index of earlier rules. `found` is false once it is empty. */
export const clearSearchEntries = statement(
  'clear_search_entries',
  { limit: number },
  'select clear_search_entries(:limit) as found',
)

export const startSearchIndex = statement(
  'start_search_index',
  { rules: number, generation: number, size: number },
  `insert into search_progress (organization_id, rules, generation, size, walked)
     values (:organization, :rules, :generation, :size, '')
     on conflict (organization_id) do update set rules = excluded.rules, generation = excluded.generation,
       size = excluded.size, walked = ''`,
)

export const updateSearchProgress = statement(
  'update_search_progress',
  { generation: number, size: number, walked: nullable(text) },
  `update search_progress set generation = :generation, size = :size, walked = :walked
    where organization_id = :organization`,
)

/** Selects the ids of the records that the next sealed rows of the trail are about, in the order of the rows. */
export const listSealedResources = statement(
  'list_sealed_resources',
  { generation: number, from: number, limit: number },
  `select l.leaf_index::bigint as leaf, e.resource_id as resource
     from ledger_leaf l
     left join audit_event e on e.organization_id = l.organization_id and e.id = l.event_id
    where l.organization_id = :organization and l.generation = :generation and l.leaf_index >= :from
    order by l.leaf_index limit :limit`,
)

export const writeSearchEntries = statement(
  'write_search_entries',
  { ids: texts, texts },
  'select write_search_entries(:ids, :texts)',
)

/** Finds records whose words match a query of the index, in no order. */
export const findSearchEntries = statement(
  'find_search_entries',
  { query: text, kinds: texts, limit: number },
  'select * from find_search_entries(:query, :kinds, :limit) as id',
)

/** Selects, among these records, those whose words match. */
export const amongSearchEntries = statement(
  'among_search_entries',
  { query: text, ids: texts },
  'select * from search_entries_among(:query, :ids) as id',
)

/** Finds people by each of these queries, whose numbers begin at 1. */
export const peopleOfWords = statement(
  'people_of_words',
  { queries: texts, limit: number },
  'select word, id from people_of_words(:queries, :limit)',
)

/** Finds the newest matching records among the newest `walked` of each kind. */
export const newestSearchEntries = statement(
  'newest_search_entries',
  { query: text, kinds: texts, walked: number, limit: number },
  'select * from newest_search_entries(:query, :kinds, :walked, :limit) as id',
)

/** Finds words of the workspace's records by spellings that a typing error leaves. */
export const findSimilarWords = statement(
  'find_similar_words',
  { spellings: texts, limit: number },
  `select spelling, word from search_word
    where organization_id = :organization and spelling = any(:spellings) order by spelling, word limit :limit`,
)

/** Whether the index has all changes: it follows these rules, is built, and sealing is not behind. */
export const isSearchIndexCurrent = statement(
  'is_search_index_current',
  { rules: number },
  `select l.stopped_at is null and not l.walking and coalesce(p.rules >= :rules and p.walked is null
        and (p.generation, p.size) = (coalesce(t.generation, 1), coalesce(t.size, 0)), false) as current
     from ledger_state() l
     left join search_progress p on p.organization_id = :organization
     left join lateral (select generation, size from ledger_tree
       where organization_id = :organization order by generation desc limit 1) t on true`,
)
