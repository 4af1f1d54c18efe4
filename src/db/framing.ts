import type { Command } from './batch.ts'
import { type Prepared, statement, text } from './statement.ts'

export const begin = statement('begin', {}, 'begin')
export const beginSnapshot = statement('begin_snapshot', {}, 'begin isolation level repeatable read read only')
// Nobody waits for it, and it holds no lock but that of a reader. A transaction_timeout (PostgreSQL 17) that is running
// can be switched off but not extended.
export const takeTime = statement(
  'take_time',
  {},
  `select set_config('idle_in_transaction_session_timeout', '600s', true), (
     select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout' and setting <> '0')`,
)
export const commit = statement('commit', {}, 'commit')
export const rollback = statement('rollback', {}, 'rollback')

// A transaction of a guest is bound to a room instead of an organization: a table shows it nothing unless it says so.
const settings = `set_config('probata.organization', case when :room::text = '' then :organization::text else '' end, true),
  set_config('probata.units', :units, true), set_config('probata.room', :room::text, true)`
const bindStatement = statement('bind_organization', { units: text, room: text }, `select ${settings}`)
// A read waits only for locks of a whole table, and others wait for its connection.
const bindReadStatement = statement(
  'bind_organization_to_read',
  { units: text, room: text },
  `select ${settings}, set_config('lock_timeout', '2s', true)`,
)

const planning = (name: string, mode: string) =>
  statement(name, {}, `select set_config('plan_cache_mode', '${mode}', true)`)
const planForValues = planning('plan_for_values', 'force_custom_plan')
const planForAny = planning('plan_for_any_values', 'force_generic_plan')

/** The commands, with what makes PostgreSQL plan some of them for their values. */
export const withPlanning = (commands: readonly Command[]): readonly Command[] =>
  commands.some(({ statement }) => statement.isForValues)
    ? commands.flatMap(command =>
        command.statement.isForValues
          ? [{ statement: planForValues, values: [] }, command, { statement: planForAny, values: [] }]
          : [command],
      )
    : commands

/** Whether a command is of `withPlanning`. */
export const isPlanning = (command: Command | undefined): boolean =>
  command?.statement === planForValues || command?.statement === planForAny

/** Whose rows statements see: all of an organization, or those of some of its units and of none. */
export interface Reach {
  readonly organizationId: string
  /** Ids; null for all of them. */
  readonly units: readonly string[] | null
  /** Of a guest: nothing but this room is seen, and what its session wrote under keys. */
  readonly room?: { readonly id: string; readonly sessionId: string }
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
    const { organizationId, units, room } = reachOf(bounds)
    const values = {
      units: units?.join() ?? everyUnit,
      room: room ? [organizationId, room.id, room.sessionId].join('/') : '',
    }
    return { statement, values: statement.bind(organizationId, values) }
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
