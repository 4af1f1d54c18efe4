import pg, { type Connection, type Submittable } from 'pg'
import { sessionOf } from '#db/session.ts'
import { type Prepared, statements } from '#db/statement.ts'
import { isQuery } from '#test/plans-reading.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { loadStatements } from './load-statements.ts'
import { type Catalog, certaintyOf, readCatalog } from './nullability.ts'
import { type Node, nodeOf, nodesOf, readTree } from './query-tree.ts'
import { typeOf } from './types.ts'

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

interface Wire {
  parse(query: { text: string; name: string }): void
  describe(message: { type: 'S'; name: string }): void
  sync(): void
}

/** A query that makes PostgreSQL parse a statement and describe its columns without executing it. */
class Description implements Submittable {
  readonly #settle = Promise.withResolvers<readonly Field[] | undefined>()
  readonly fields = this.#settle.promise
  readonly #statement: Prepared
  #fields: readonly Field[] | undefined

  constructor(statement: Prepared) {
    this.#statement = statement
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire
    wire.parse({ text: this.#statement.text, name: '' })
    wire.describe({ type: 'S', name: '' })
    wire.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#fields)
  }

  handleError(error: Error): void {
    this.#settle.reject(new Error(`${this.#statement.name}: ${error.message}`))
  }
}

interface StatementDescription {
  /** The columns of the rows. Undefined if the statement returns no rows. */
  readonly fields: readonly Field[] | undefined
  readonly query: Node | undefined
}

export const loggingTrees = '-c debug_print_parse=on -c debug_pretty_print=off -c client_min_messages=log'

/** Returns the result of `work`, and the last query tree that PostgreSQL logged while it ran. */
const withTree = async <T>(client: pg.Client, work: () => Promise<T>): Promise<[T, Node | undefined]> => {
  let tree = ''
  const recordTree = ({ message, detail = '' }: { message?: string | undefined; detail?: string | undefined }) => {
    if (message === 'parse tree:') tree = detail
  }
  client.on('notice', recordTree)
  const result = await work().finally(() => client.off('notice', recordTree))
  return [result, nodeOf(readTree(tree))]
}

export const describe = async (client: pg.Client, statement: Prepared): Promise<StatementDescription> => {
  const [fields, query] = await withTree(client, () => client.query(new Description(statement)).fields)
  return { fields, query }
}

const functionsQuery = `select p.oid::text as oid, pg_get_functiondef(p.oid) as text from pg_proc p
  join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql'`

/** Returns the query trees of SQL functions. Creating each function again makes PostgreSQL parse its body. */
export const readBodies = async (connection: pg.ClientConfig): Promise<ReadonlyMap<string, Node>> => {
  const client = new pg.Client(sessionOf({ ...connection, options: loggingTrees }))
  await client.connect()
  const bodies = new Map<string, Node>()
  for (const { oid, text } of (await client.query(functionsQuery)).rows) {
    const [, body] = await withTree(client, () => client.query(text))
    if (body) bodies.set(oid, body)
  }
  await client.end()
  return bodies
}

const choicesQuery = `select c.conrelid || '.' || c.conkey[1] as column, pg_get_constraintdef(c.oid) as text, t.relname || '.' || a.attname as name
  from pg_constraint c join pg_class t on t.oid = c.conrelid
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'c' and c.convalidated and cardinality(c.conkey) = 1
    and c.connamespace = 'public'::regnamespace order by c.conname`

/** A column that a check constraint limits to certain texts. */
interface Choice {
  readonly name: string
  readonly type: string
}

const choiceForm = /^CHECK \(\(\w+ = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)\)$/

const readChoices = async (client: pg.Client): Promise<ReadonlyMap<string, Choice>> => {
  const { rows } = await client.query(choicesQuery)
  return new Map(
    rows.flatMap(({ column, text, name }) => {
      const [, list] = choiceForm.exec(text) ?? []
      return list ? [[column, { name, type: list.replaceAll('::text', '').replaceAll(', ', ' | ') }]] : []
    }),
  )
}

const keyOf = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`)

const rowOf = (
  { fields, query }: StatementDescription,
  choices: ReadonlyMap<string, Choice>,
  catalog: Catalog,
): [string, Choice[]] => {
  if (!query) throw new Error('no query tree was logged')
  const targets = nodesOf(query.commandType === '1' ? query.targetList : query.returningList)
  const isSure = certaintyOf(catalog)
  const usedChoices: Choice[] = []
  const columns = new Map(
    (fields ?? []).map(({ name, dataTypeID }, index) => {
      const target = targets[index]
      const choice = choices.get(`${target?.resorigtbl}.${target?.resorigcol}`)
      if (choice) usedChoices.push(choice)
      const type = choice ? `Choices['${choice.name}']` : typeOf(dataTypeID)
      const isNullable = type !== 'unknown' && !isSure(query, index + 1)
      return [keyOf(name), `${type}${isNullable ? ' | null' : ''}`]
    }),
  )
  if (columns.size === 0) return ['object', usedChoices]
  return [`{ ${[...columns].map(([name, type]) => `${name}: ${type}`).join('; ')} }`, usedChoices]
}

interface Rows {
  /** The type of each statement's row, by name. */
  readonly rows: ReadonlyMap<string, string>
  /** The types of the columns to which the row types refer. */
  readonly choices: ReadonlyMap<string, string>
}

/**
 * Returns the columns of statements as PostgreSQL describes them to the program's role. Query trees are parsed in the
 * format that version 18 logs.
 */
export const describeRows = async (connection: pg.ClientConfig, prepared: Iterable<Prepared>): Promise<Rows> => {
  const bodies = await readBodies(connection)
  const client = new pg.Client(sessionOf({ ...connection, options: `-c role=probata_app ${loggingTrees}` }))
  await client.connect()
  try {
    const [catalog, choices] = [{ ...(await readCatalog(client)), bodies }, await readChoices(client)]
    const rows = new Map<string, string>()
    const usedChoices = new Map<string, string>()
    for (const statement of prepared) {
      const description = await describe(client, statement)
      if (!description.fields) continue
      const [row, columns] = rowOf(description, choices, catalog)
      rows.set(statement.name, row)
      for (const { name, type } of columns) usedChoices.set(name, type)
    }
    return { rows, choices: usedChoices }
  } finally {
    await client.end()
  }
}

const lines = (types: ReadonlyMap<string, string>): string =>
  [...types]
    .map(([name, type]) => `  ${keyOf(name)}: ${type}\n`)
    .sort()
    .join('')

/** Generates `src/db/rows.ts`: the columns of each statement of the program. */
export const statementRows = async (): Promise<string> => {
  await using database = await createTestDatabase()
  await loadStatements()
  const queries = [...statements().values()].filter(({ name, isComposed }) => !isComposed && isQuery(name))
  const { rows, choices } = await describeRows(database.connection, queries)
  return `// Generated by \`npm run rows\`: the columns of each statement as PostgreSQL describes them.

/** Columns that a check limits to some texts. */
interface Choices {
${lines(choices)}}

/** A column is null unless PostgreSQL shows that it cannot be; \`narrows\` declares what it does not show. */
export interface Rows {
${lines(rows)}}
`
}
