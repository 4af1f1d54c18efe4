import type { Connection, QueryResultRow, Submittable } from 'pg'
import pg from 'pg'
import { noteContinued } from './outcome.ts'
import type { Bound, Prepared } from './statement.ts'

/** A statement with its values, ready to be sent. */
export interface Command {
  readonly statement: Prepared
  readonly values: Bound
  /** Called with the rows as soon as they are there. */
  readonly answered?: ((rows: QueryResultRow[]) => void) | undefined
  /** Called with the rows once they are committed. */
  readonly landed?: ((rows: QueryResultRow[]) => void) | undefined
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

type Fields = readonly (string | null)[]
type MakeRow = (fields: Fields) => QueryResultRow

// pg's wire connection as far as a batch uses it; @types/pg still describes an older signature.
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  prepared?: Map<string, MakeRow>
  close(message: { type: 'S'; name: string }): void
  parse(query: { text: string; name: string }): void
  bind(config: { statement: string; values: Bound }): void
  describe(message: { type: 'P'; name: string }): void
  execute(config: { portal: string; rows: number }): void
  sync(): void
}

const types = { int8: 20, text: 25 }
const asIs = pg.types.getTypeParser(types.text, 'text')
const parserOf = ({ dataTypeID }: Field): ((text: string) => unknown) =>
  dataTypeID === types.int8 ? Number : pg.types.getTypeParser(dataTypeID, 'text')

/**
 * A function for the rows of a statement, as if it had been written for it: 51 rows of 2 texts take 0.7 µs, and 3.4 where
 * each row is built by the names of its columns.
 */
const rowMaker = (columns: readonly Field[]): MakeRow => {
  const parsers = columns.map(parserOf)
  const members = columns.map(({ name }, i) => {
    const value = parsers[i] === asIs ? `fields[${i}]` : `fields[${i}] === null ? null : parsers[${i}](fields[${i}])`
    return `[${JSON.stringify(name)}]: ${value}`
  })
  return new Function('parsers', `return fields => ({ ${members.join(', ')} })`)(parsers)
}

const noColumns: MakeRow = () => ({})

/**
 * Several statements in one network write with a single Sync at the end: PostgreSQL runs them as one implicit
 * transaction (protocol, "Extended Query", pipelining). Against pg's pipeline mode with BEGIN, SET, query, COMMIT:
 * 14.5k against 10.9k calls/s and 41 against 58 µs of Node CPU a call (8 connections, Node 26, PostgreSQL 18.4).
 */
export class Batch implements Submittable {
  readonly result: Promise<QueryResultRow[][]>
  readonly #commands: readonly Command[]
  readonly #results: QueryResultRow[][] = []
  readonly #settle = Promise.withResolvers<QueryResultRow[][]>()
  #prepared = new Map<string, MakeRow>()
  /** Of the statement that is being answered. */
  #makeRow: MakeRow | undefined
  #rows: QueryResultRow[] = []

  constructor(commands: readonly Command[]) {
    this.#commands = commands
    this.result = this.#settle.promise
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire
    wire.prepared ??= new Map()
    this.#prepared = wire.prepared
    const parsing = new Set<string>()
    wire.stream.cork()
    for (const { statement, values } of this.#commands) {
      const known = wire.prepared.has(statement.name)
      if (!known && !parsing.has(statement.name)) {
        // After a failure it is unknown whether the preceding parse happened; closing an absent name is no error.
        wire.close({ type: 'S', name: statement.name })
        wire.parse({ text: statement.text, name: statement.name })
      }
      wire.bind({ statement: statement.name, values })
      if (!known) wire.describe({ type: 'P', name: '' })
      wire.execute({ portal: '', rows: 0 })
      parsing.add(statement.name)
    }
    wire.sync()
    wire.stream.uncork()
  }

  get #current(): string {
    return this.#commands[this.#results.length]?.statement.name ?? ''
  }

  // The methods below are called by pg's client as messages arrive.

  handleRowDescription(message: { fields: Field[] }): void {
    this.#prepared.set(this.#current, rowMaker(message.fields))
  }

  handleDataRow({ fields }: { fields: Fields }): void {
    this.#makeRow ??= this.#prepared.get(this.#current) ?? noColumns
    this.#rows.push(this.#makeRow(fields))
  }

  handleCommandComplete(): void {
    if (!this.#prepared.has(this.#current)) this.#prepared.set(this.#current, noColumns)
    this.#results.push(this.#rows)
    this.#rows = []
    this.#makeRow = undefined
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete()
  }

  handlePortalSuspended(): void {}

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#results)
  }

  handleError(error: Error, connection: Pick<Connection, 'once' | 'off'>): void {
    if (!(error instanceof pg.DatabaseError)) {
      this.#settle.reject(error)
      return
    }
    const continues = (): void => {
      connection.off('end', ended)
      noteContinued(error)
      this.#settle.reject(error)
    }
    const ended = (): void => {
      connection.off('readyForQuery', continues)
      this.#settle.reject(error)
    }
    connection.once('readyForQuery', continues)
    connection.once('end', ended)
  }
}
