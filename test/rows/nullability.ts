import type pg from 'pg'
import { type Node, nodeOf, nodesOf, type Tree } from './query-tree.ts'

/** The parts of PostgreSQL's catalog that determine whether a value can be null. */
export interface Catalog {
  /** Columns that are never null, as `relation.attribute`. */
  readonly filled: ReadonlySet<string>
  /** Functions that never return null for arguments that are not null, and the operators that call them. */
  readonly total: ReadonlySet<string>
  /** The query of each SQL function, by the OID of the function. */
  readonly bodies: ReadonlyMap<string, Node>
}

// Contains only functions that never return null with any of their signatures. Not included, for example: `substring`
// with a pattern, `extract` from infinity and `current_setting` of an unknown name. `people_behind` is the product's
// own function.
const totalFunctions = `abs array_append array_cat array_prepend array_remove array_to_json array_to_string btrim
  cardinality ceil clock_timestamp concat concat_ws convert_from convert_to count date_trunc encode floor
  gen_random_uuid generate_series isfinite json_array_length json_build_array json_build_object jsonb_array_length
  jsonb_build_array jsonb_build_object left length lower lpad ltrim md5 now num_nulls octet_length people_behind
  pg_advisory_xact_lock pg_backend_pid pg_is_in_recovery quote_ident rank repeat replace right round row_number
  row_to_json rpad rtrim set_config sha256 split_part sqrt starts_with substr timezone to_char to_json to_jsonb
  to_timestamp translate upper`.split(/\s+/)

const totalOperators = '= <> < <= > >= ~ !~ ~* !~* ~~ !~~ ~~* + - * / % || && @> <@ ? ?| ?& ^@'.split(' ')

const columnsQuery = `select a.attrelid || '.' || a.attnum as name from pg_attribute a join pg_class c on c.oid = a.attrelid
  where (a.attnotnull or a.attnum < 0) and c.relkind in ('r', 'p')`

// A cast returns null only for null, except for some casts of the JSON types.
const functionsQuery = `select oid::text as name from pg_proc where pronamespace in ('pg_catalog'::regnamespace, 'public'::regnamespace) and proname = any($1)
  union select oprcode::oid::text from pg_operator where oprnamespace = 'pg_catalog'::regnamespace and oprname = any($2)
  union select castfunc::text from pg_cast where castfunc <> 0 and castsource not in ('json'::regtype, 'jsonb'::regtype)`

export const readCatalog = async (client: pg.Client): Promise<Omit<Catalog, 'bodies'>> => {
  const names = ({ rows }: pg.QueryResult) => new Set<string>(rows.map(({ name }) => name))
  const filled = names(await client.query(columnsQuery))
  return { filled, total: names(await client.query(functionsQuery, [totalFunctions, totalOperators])) }
}

const rteKinds = [
  'relation',
  'subquery',
  'join',
  'function',
  'tablefunc',
  'values',
  'cte',
  'tuplestore',
  'result',
  'group',
]
const select = '1'
const merge = '5'
const sublink = { exists: '0', scalar: '4', array: '6' }

/** The queries around an expression, innermost first. */
type Scopes = readonly Node[]

/** Returns whether a list is empty. PostgreSQL logs an empty set of numbers as `(b)`. */
const isEmpty = (tree: Tree | undefined): boolean =>
  !tree || (Array.isArray(tree) && tree.every(one => typeof one === 'string' && Number.isNaN(Number(one))))

/**
 * Returns whether a column of a query, by its number from 1, is certainly never null. If it is not certain, the column
 * counts as nullable.
 */
export const certaintyOf = ({ filled, total, bodies }: Catalog) => {
  const openQueries = new Set<Node>()

  const areAllSure = (trees: Tree | undefined, scopes: Scopes): boolean =>
    nodesOf(trees).every(one => isSure(one, scopes))

  const isRteColumnSure = (rte: Node, number: number, scopes: Scopes): boolean => {
    switch (rteKinds[Number(rte.rtekind)]) {
      case 'relation':
        return filled.has(`${rte.relid}.${number}`)
      case 'subquery':
        return isQueryColumnSure(nodeOf(rte.subquery), number, scopes)
      case 'join':
        return isSure(nodesOf(rte.joinaliasvars)[number - 1], scopes)
      case 'group':
        return isSure(nodesOf(rte.groupexprs)[number - 1], scopes)
      case 'values':
        return (rte.values_lists as Tree[]).every(list => isSure(nodesOf(list)[number - 1], scopes))
      case 'cte': {
        const outerScopes = scopes.slice(Number(rte.ctelevelsup))
        const cte = nodesOf(outerScopes[0]?.cteList).find(({ ctename }) => ctename === rte.ctename)
        return isQueryColumnSure(nodeOf(cte?.ctequery), number, outerScopes)
      }
      case 'function': {
        const [first, second] = nodesOf(rte.functions)
        const call = nodeOf(first?.funcexpr)
        return (
          !second && number <= Number(first?.funccolcount) && call !== undefined && isCallSure(call, number, scopes)
        )
      }
      default:
        return false
    }
  }

  const isCallSure = ({ funcid, args }: Node, number: number, scopes: Scopes): boolean => {
    const body = bodies.get(String(funcid))
    return body ? isQueryColumnSure(body, number, []) : total.has(String(funcid)) && areAllSure(args, scopes)
  }

  const isQueryColumnSure = (query: Node | undefined, number: number, outerQueries: Scopes): boolean => {
    if (!query || query.commandType === merge) return false
    // If a recursive query refers to itself, the reference is not null if the rest of the query is not null.
    if (openQueries.has(query)) return true
    const scopes = [query, ...outerQueries]
    if (query.setOperations) {
      openQueries.add(query)
      const isSureInAllBranches = leavesOf(nodeOf(query.setOperations)).every(index => {
        const rte = nodesOf(query.rtable)[index - 1]
        return rte !== undefined && isRteColumnSure(rte, number, scopes)
      })
      openQueries.delete(query)
      return isSureInAllBranches
    }
    const list = query.commandType === select ? query.targetList : query.returningList
    const target = nodesOf(list).find(one => one.resjunk === 'false' && one.resno === String(number))
    return isSure(nodeOf(target?.expr), scopes)
  }

  const leavesOf = (node: Node | undefined): number[] => {
    if (!node) return []
    if (node.tag === 'RANGETBLREF') return [Number(node.rtindex)]
    return [...leavesOf(nodeOf(node.larg)), ...leavesOf(nodeOf(node.rarg))]
  }

  const isSameColumn = (one: Node | undefined, other: Node): boolean =>
    one?.tag === 'RELABELTYPE'
      ? isSameColumn(nodeOf(one.arg), other)
      : one?.tag === 'VAR' && one.varlevelsup === '0' && one.varno === other.varno && one.varattno === other.varattno

  /** Returns whether a condition that all rows satisfy excludes null from the column. */
  const excludesNull = (condition: Node | undefined, column: Node): boolean => {
    if (condition?.tag === 'BOOLEXPR' && condition.boolop === 'and')
      return nodesOf(condition.args).some(one => excludesNull(one, column))
    if (condition?.tag === 'NULLTEST')
      return condition.nulltesttype === '1' && isSameColumn(nodeOf(condition.arg), column)
    if (condition?.tag === 'OPEXPR')
      return total.has(String(condition.opfuncid)) && nodesOf(condition.args).some(one => isSameColumn(one, column))
    // `x <> all ('{}')` is true even if x is null.
    return (
      condition?.tag === 'SCALARARRAYOPEXPR' &&
      condition.useOr === 'true' &&
      isSameColumn(nodesOf(condition.args)[0], column)
    )
  }

  const isVariableSure = (column: Node, scopes: Scopes): boolean => {
    const outerScopes = scopes.slice(Number(column.varlevelsup))
    const query = outerScopes[0]
    const rte = nodesOf(query?.rtable)[Number(column.varno) - 1]
    if (!rte || !query || column.varreturningtype !== '0') return false
    if (query.commandType === select && excludesNull(nodeOf(nodeOf(query.jointree)?.quals), column)) return true
    return isEmpty(column.varnullingrels) && isRteColumnSure(rte, Number(column.varattno), outerScopes)
  }

  /** Returns whether a query always returns one row: an aggregate without grouping, or a select without a table. */
  const isOneRow = (query: Node): boolean => {
    const fromClause = nodeOf(query.jointree)
    const isBounded =
      query.groupClause || query.groupingSets || query.havingQual || query.limitOffset || query.limitCount
    return (
      query.commandType === select &&
      !isBounded &&
      !query.setOperations &&
      (query.hasAggs === 'true' ||
        (isEmpty(fromClause?.fromlist) && !fromClause?.quals && query.hasTargetSRFs === 'false'))
    )
  }

  const rules: Readonly<Record<string, (node: Node, scopes: Scopes) => boolean>> = {
    VAR: isVariableSure,
    CONST: ({ constisnull }) => constisnull === 'false',
    COALESCEEXPR: ({ args }, scopes) => nodesOf(args).some(one => isSure(one, scopes)),
    MINMAXEXPR: ({ args }, scopes) => nodesOf(args).some(one => isSure(one, scopes)),
    NULLTEST: () => true,
    BOOLEANTEST: () => true,
    DISTINCTEXPR: () => true,
    SQLVALUEFUNCTION: () => true,
    ARRAYEXPR: () => true,
    ROWEXPR: () => true,
    BOOLEXPR: ({ args }, scopes) => areAllSure(args, scopes),
    RELABELTYPE: ({ arg }, scopes) => isSure(nodeOf(arg), scopes),
    COERCEVIAIO: ({ arg }, scopes) => isSure(nodeOf(arg), scopes),
    COERCETODOMAIN: ({ arg }, scopes) => isSure(nodeOf(arg), scopes),
    ARRAYCOERCEEXPR: ({ arg }, scopes) => isSure(nodeOf(arg), scopes),
    COLLATEEXPR: ({ arg }, scopes) => isSure(nodeOf(arg), scopes),
    AGGREF: ({ aggfnoid }) => total.has(String(aggfnoid)),
    WINDOWFUNC: ({ winfnoid }) => total.has(String(winfnoid)),
    FUNCEXPR: (call, scopes) => {
      const body = bodies.get(String(call.funcid))
      return (!body || call.funcretset === 'true' || isOneRow(body)) && isCallSure(call, 1, scopes)
    },
    OPEXPR: ({ opfuncid, args }, scopes) => total.has(String(opfuncid)) && areAllSure(args, scopes),
    CASEEXPR: ({ args, defresult }, scopes) =>
      isSure(nodeOf(defresult), scopes) && nodesOf(args).every(one => isSure(nodeOf(one.result), scopes)),
    SUBLINK: ({ subLinkType, subselect }, scopes) => {
      if (subLinkType === sublink.exists || subLinkType === sublink.array) return true
      const query = nodeOf(subselect)
      return (
        subLinkType === sublink.scalar && query !== undefined && isOneRow(query) && isQueryColumnSure(query, 1, scopes)
      )
    },
  }

  const isSure = (node: Node | undefined, scopes: Scopes): boolean =>
    node !== undefined && (rules[node.tag]?.(node, scopes) ?? false)

  return (query: Node, number: number): boolean => isQueryColumnSure(query, number, [])
}
