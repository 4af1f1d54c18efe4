import type { Command } from './batch.ts'
import { type Prepared, statement, text } from './statement.ts'

export const begin = statement('begin', {}, 'begin')
export const beginSnapshot = statement('begin_snapshot', {}, 'begin isolation level repeatable read read only')
// Gives a snapshot more time, because it does not block anyone and holds only read locks. A transaction_timeout
// (PostgreSQL 17) that is already running can only be switched off, not extended.
export const takeTime = statement(
  'take_time',
  {},
  `select set_config('idle_in_transaction_session_timeout', '600s', true), (
     select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout' and setting <> '0')`,
)
export const commit = statement('commit', {}, 'commit')
export const rollback = statement('rollback', {}, 'rollback')

// A guest's transaction is bound to a room instead of an organization, so it sees only tables that allow rooms.
const settings = `set_config('probata.organization', case when :room::text = '' then :organization::text else '' end, true),
  set_config('probata.units', :units, true), set_config('probata.room', :room::text, true)`
const bindStatement = statement('bind_organization', { units: text, room: text }, `select ${settings}`)
// A read waits only for locks on whole tables. It should not wait long, because other work needs its connection.
const bindReadStatement = statement(
  'bind_organization_to_read',
  { units: text, room: text },
  `select ${settings}, set_config('lock_timeout', '2s', true)`,
)

const planning = (name: string, mode: string) =>
  statement(name, {}, `select set_config('plan_cache_mode', '${mode}', true)`)
const planForValues = planning('plan_for_values', 'force_custom_plan')
const planForAny = planning('plan_for_any_values', 'force_generic_plan')

/** Adds the commands that make PostgreSQL plan statements with `isForValues` for their values. */
export const withPlanning = (commands: readonly Command[]): readonly Command[] =>
  commands.some(({ statement }) => statement.isForValues)
    ? commands.flatMap(command =>
        command.statement.isForValues
          ? [{ statement: planForValues, values: [] }, command, { statement: planForAny, values: [] }]
          : [command],
      )
    : commands

/** Whether `withPlanning` added the command. */
export const isPlanning = (command: Command | undefined): boolean =>
  command?.statement === planForValues || command?.statement === planForAny

/** The rows that statements see: all rows of an organization, or those of some units and those without a unit. */
export interface Reach {
  readonly organizationId: string
  /** The ids of the units; null for all units. */
  readonly units: readonly string[] | null
  /** Set for a guest, who sees only this room and the stored responses of this session. */
  readonly room?: { readonly id: string; readonly sessionId: string }
}

/** An organization with all its rows, or the rows that a caller may see. */
export type ReadBounds = string | Reach

const reachOf = (bounds: ReadBounds): Reach =>
  typeof bounds === 'string' ? { organizationId: bounds, units: null } : bounds

export const organizationOf = (bounds: ReadBounds): string => reachOf(bounds).organizationId

const everyUnit = '*'

const binding =
  (statement: typeof bindStatement) =>
  (bounds: ReadBounds): Command => {
    const { organizationId, units, room } = reachOf(bounds)
    const values = {
      units: units?.join() ?? everyUnit,
      room: room ? [organizationId, room.id, room.sessionId].join('/') : '',
    }
    return { statement, values: statement.bind(organizationId, values) }
  }

/** The command before the first statement of a transaction. */
export const bind = binding(bindStatement)
/** The command before a read. */
export const bindRead = binding(bindReadStatement)

const framing: ReadonlySet<Prepared> = new Set<Prepared>([
  begin,
  beginSnapshot,
  takeTime,
  bindStatement,
  bindReadStatement,
])

/** The purpose of a connection: the name of the first statement that is not part of every transaction. */
export const purposeOf = (commands: readonly Command[]): string =>
  commands.find(({ statement }) => !framing.has(statement))?.statement.name ?? ''
