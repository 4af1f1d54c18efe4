import type { Command } from './batch.ts'
import { type Prepared, statement, text } from './statement.ts'

export const begin = statement('begin', {}, 'begin')
export const beginSnapshot = statement('begin_snapshot', {}, 'begin isolation level repeatable read read only')
// Nobody waits for it, and it holds no lock but that of a reader.
export const takeTime = statement(
  'take_time',
  {},
  "select set_config('idle_in_transaction_session_timeout', '600s', true)",
)
export const commit = statement('commit', {}, 'commit')
export const rollback = statement('rollback', {}, 'rollback')

const settings = `set_config('probata.organization', :organization, true), set_config('probata.units', :units, true)`
const bindStatement = statement('bind_organization', { units: text }, `select ${settings}`)
// A read waits only for locks of a whole table, and others wait for its connection.
const bindReadStatement = statement(
  'bind_organization_to_read',
  { units: text },
  `select ${settings}, set_config('lock_timeout', '2s', true)`,
)

/** Whose rows statements see: all of an organization, or those of some of its units and of none. */
export interface Reach {
  readonly organizationId: string
  /** Ids; null for all of them. */
  readonly units: readonly string[] | null
}

/** An organization, all of whose rows are seen, or what somebody sees of it. */
export type Bounds = string | Reach

const reachOf = (bounds: Bounds): Reach =>
  typeof bounds === 'string' ? { organizationId: bounds, units: null } : bounds

export const organizationOf = (bounds: Bounds): string => reachOf(bounds).organizationId

const everyUnit = '*'

const binding =
  (statement: typeof bindStatement) =>
  (bounds: Bounds): Command => {
    const { organizationId, units } = reachOf(bounds)
    return { statement, values: statement.bind(organizationId, { units: units?.join() ?? everyUnit }) }
  }

/** What comes before the first statement of a transaction. */
export const bind = binding(bindStatement)
/** What comes before a read. */
export const bindRead = binding(bindReadStatement)

const preparing: ReadonlySet<Prepared> = new Set<Prepared>([
  begin,
  beginSnapshot,
  takeTime,
  bindStatement,
  bindReadStatement,
])
/** The purpose of a connection: the first statement that is not part of every transaction. */
export const purposeOf = (commands: readonly Command[]): string =>
  commands.find(({ statement }) => !preparing.has(statement))?.statement.name ?? ''
