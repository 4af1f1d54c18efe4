import type { Command } from './batch.ts'
import { type Prepared, statement } from './statement.ts'

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
export const bind = statement('bind_organization', {}, `select set_config('probata.organization', :organization, true)`)
// A read waits only for locks of a whole table, and others wait for its connection.
export const bindRead = statement(
  'bind_organization_to_read',
  {},
  `select set_config('probata.organization', :organization, true), set_config('lock_timeout', '2s', true)`,
)

const preparing: ReadonlySet<Prepared> = new Set<Prepared>([begin, beginSnapshot, takeTime, bind, bindRead])
/** The purpose of a connection: the first statement that is not part of every transaction. */
export const purposeOf = (commands: readonly Command[]): string =>
  commands.find(({ statement }) => !preparing.has(statement))?.statement.name ?? ''
