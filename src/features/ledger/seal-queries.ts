import { byteas, flag, narrows, nullable, number, numbers, statement, text, texts } from '#db/statement.ts'

/**
 * Reads the next rows to seal. With a null `node`, it returns them even if another node is sealing. The first row is
 * the state of the sealer; the others are the rows to seal, in order. `unfinished` is true while a search for earlier
 * rows, or a snapshot with more rows than one batch, continues.
 */
export const ledgerWork = statement(
  'ledger_work',
  { limit: number, node: nullable(text), now: text },
  `select revision::text as revision, goal, unfinished, restored, stopped, organization_id, id, record, transaction
     from ledger_work(:limit, :node, :now)`,
  narrows<{ organization_id: string; id: string; record: string }>,
)

/** Finds the newest tree of each organization; an organization without a tree has no row. */
export const ledgerHeads = statement(
  'ledger_heads',
  { organizations: texts },
  'select organization_id, generation, size::bigint as size, frontier from ledger_heads(:organizations)',
)

/** Inserts the sealed rows from arrays that become the columns of leaves, subtrees and trees. */
export const insertSealedRows = statement(
  'seal_ledger',
  {
    revision: text,
    goal: text,
    more: flag,
    now: text,
    node: nullable(text),
    leaseUntil: nullable(text),
    organizations: texts,
    generations: numbers,
    indexes: numbers,
    events: texts,
    salts: byteas,
    hashes: byteas,
    lastTransaction: nullable(text),
    subtreeOrganizations: texts,
    subtreeGenerations: numbers,
    levels: numbers,
    subtreeIndexes: numbers,
    subtreeHashes: byteas,
    treeOrganizations: texts,
    treeGenerations: numbers,
    origins: texts,
    sizes: numbers,
    frontiers: byteas,
    roots: byteas,
  },
  `select seal_ledger(:revision, :goal, :more, :now, :node, :leaseUntil, :organizations, :generations, :indexes, :events,
     :salts, :hashes, :lastTransaction, :subtreeOrganizations, :subtreeGenerations, :levels, :subtreeIndexes, :subtreeHashes,
     :treeOrganizations, :treeGenerations, :origins, :sizes, :frontiers, :roots) as moved`,
  narrows<{ moved: boolean }>,
)

export const walkLedger = statement('walk_ledger', { revision: text }, 'select walk_ledger(:revision) as moved')

export const updateStoppedLedger = statement('stop_ledger', { now: text }, 'select stop_ledger(:now) as stopped')

/** Finds the newest tree of every organization and of the install. `origin` is null if no tree exists yet. */
export const ledgerTrees = statement(
  'ledger_trees',
  {},
  'select organization_id, generation, origin, size::bigint as size, root from ledger_trees()',
)

export const ledgerState = statement(
  'ledger_state',
  {},
  'select revision::text as revision, walking, stopped_at from ledger_state()',
)

export const continueLedger = statement(
  'continue_ledger',
  {
    revision: text,
    now: text,
    organizations: texts,
    generations: numbers,
    origins: texts,
    events: texts,
    actions: texts,
    actors: texts,
    resources: texts,
    records: texts,
    salts: byteas,
    hashes: byteas,
  },
  `select continue_ledger(:revision, :now, :organizations, :generations, :origins, :events, :actions, :actors, :resources,
     :records, :salts, :hashes) as moved`,
  narrows<{ moved: boolean }>,
)
