import pg from 'pg'
import { sessionOf } from '#db/session.ts'
import type { Prepared } from '#db/statement.ts'
import { describe, loggingTrees, readBodies } from './generate.ts'
import { type Node, nodesOf, type Tree } from './query-tree.ts'

/** The names of the objects in a query tree, by OID. */
interface Names {
  readonly tables: ReadonlyMap<string, string>
  /**
   * Functions of the schema that read with their caller's snapshot. Volatile functions are left out, because they take
   * a snapshot of their own.
   */
  readonly functions: ReadonlyMap<string, string>
  /** Functions that wait for an advisory lock. */
  readonly advisory: ReadonlySet<string>
  /** The queries of SQL functions. */
  readonly bodies: ReadonlyMap<string, Node>
}

/** Returns all nodes of a tree that have a given tag, at any depth. */
const nodesTagged = (tree: Tree | undefined, tag: string): Node[] => {
  if (typeof tree !== 'object' || tree === null) return []
  if (Array.isArray(tree)) return tree.flatMap(one => nodesTagged(one, tag))
  const node = tree as Node
  const innerNodes = Object.values(node).flatMap(one => nodesTagged(one, tag))
  return node.tag === tag ? [node, ...innerNodes] : innerNodes
}

const isRelation = ({ rtekind }: Node): boolean => rtekind === '0'

/** Returns the relations of a query that it neither locks nor writes, without the relations of its subqueries. */
const unlockedRelations = (query: Node): Node[] => {
  const lockedIndexes = new Set([
    String(query.resultRelation),
    ...nodesOf(query.rowMarks).map(({ rti }) => String(rti)),
  ])
  return nodesOf(query.rtable).filter((one, index) => isRelation(one) && !lockedIndexes.has(String(index + 1)))
}

const readNames = (tree: Node, names: Names, seen: ReadonlySet<string> = new Set()): string[] => [
  ...nodesTagged(tree, 'QUERY').flatMap(query =>
    unlockedRelations(query).map(({ relid }) => names.tables.get(String(relid)) ?? `relation ${relid}`),
  ),
  ...nodesTagged(tree, 'FUNCEXPR').flatMap(call => {
    const id = String(call.funcid)
    const name = names.functions.get(id)
    if (name === undefined || seen.has(id)) return []
    const body = names.bodies.get(id)
    return body ? readNames(body, names, new Set([...seen, id])) : [`${name}()`]
  }),
]

const waitsForLock = (tree: Node, { advisory }: Names): boolean =>
  nodesTagged(tree, 'QUERY').some(({ rowMarks }) => nodesOf(rowMarks).length > 0) ||
  nodesTagged(tree, 'FUNCEXPR').some(({ funcid }) => advisory.has(String(funcid)))

const unlockedIn = (tree: Node | undefined, names: Names): string[] =>
  tree && waitsForLock(tree, names) ? [...new Set(readNames(tree, names))].sort() : []

const namesQuery = `select oid::text, relname as name, 'tables' as kind from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
  union all
  select p.oid::text, p.proname, k.kind from pg_proc p cross join lateral (
    select case when p.proname ~ '^pg_advisory_(xact_)?lock' then 'advisory'
                when p.pronamespace <> 'public'::regnamespace then null
                when p.provolatile <> 'v' then 'functions' else 'volatile' end as kind) k where k.kind is not null`

/** Reads the names of tables and functions, and the queries of the functions. */
const readAllNames = async (connection: pg.ClientConfig, client: pg.Client) => {
  const { rows } = await client.query<{ oid: string; name: string; kind: string }>(namesQuery)
  const namesOf = (...kinds: readonly string[]) =>
    new Map(rows.filter(({ kind }) => kinds.includes(kind)).map(({ oid, name }) => [oid, name]))
  const bodies = await readBodies(connection)
  const [tables, functions, advisory] = [namesOf('tables'), namesOf('functions'), new Set(namesOf('advisory').keys())]
  const ownNames = namesOf('functions', 'volatile')
  return {
    names: { tables, functions, advisory, bodies },
    bodiesByName: [...bodies].map(([oid, body]) => [ownNames.get(oid), body] as const),
  }
}

/**
 * Returns the statements and SQL functions that wait for a lock and also read rows that they do not lock, each with the
 * tables of these rows. PostgreSQL parses the statements without executing them.
 */
export const unlockedReads = async (
  connection: pg.ClientConfig,
  prepared: Iterable<Prepared>,
): Promise<Record<string, string[]>> => {
  const client = new pg.Client(sessionOf({ ...connection, options: loggingTrees }))
  await client.connect()
  try {
    const { names, bodiesByName } = await readAllNames(connection, client)
    const reads: (readonly [string, string[]])[] = bodiesByName.map(([name, body]) => [
      `${name}()`,
      unlockedIn(body, names),
    ])
    for (const statement of prepared)
      reads.push([statement.name, unlockedIn((await describe(client, statement)).query, names)])
    return Object.fromEntries(reads.filter(([, tables]) => tables.length > 0).sort(([a], [b]) => (a < b ? -1 : 1)))
  } finally {
    await client.end()
  }
}
