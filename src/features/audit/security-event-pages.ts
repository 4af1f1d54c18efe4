import { Type } from 'typebox'
import { install } from '#db/database.ts'
import { composed, nullable, number, rows, text } from '#db/statement.ts'
import type { Call } from '#http/call.ts'
import { invalid } from '#http/errors.ts'
import { directions, type Order, type Row } from '#http/page.ts'
import { Reference, Timestamp } from '#http/schema.ts'
import { notTimestamp } from '#http/sentences.ts'
import { parseTimestamp, second } from '#lib/clock.ts'
import { idFloor, isId } from '#lib/ids.ts'
import { sentence } from '#lib/sentence.ts'
import { operatesInstall } from '#shared/operates-install.ts'
import { SecurityEvent } from '#shared/security-event.ts'

/**
 * An event has the time at which it happened, and becomes visible when its transaction commits. After this delay, no
 * event can appear before those already returned.
 */
const settled = 10 * second

/** Returns the id before which a caller that continues after the last event misses no event. */
export const settledAt = ({ now }: Pick<Call, 'now'>): string => idFloor('sev', now - settled)

/** The query parameters of every list of security events. */
export const filters = {
  type: Type.Optional(SecurityEvent.properties.type),
  severity: Type.Optional(SecurityEvent.properties.severity),
  since: Type.Optional({ ...Timestamp, description: 'The beginning, inclusive.' }),
}

/** The query parameter that continues after the last event that was read. */
export const after = Type.Optional({
  ...Reference('sev'),
  description: 'The id of the last event that was read. Returns the events after it, oldest first.',
})

/**
 * Returns the position to start after. Throws a 400 for an invalid identifier, because any text has a position in the
 * sort order.
 */
export const startOf = (last: string | undefined): string => {
  if (last !== undefined && !isId('sev', last))
    throw invalid(['after'], sentence`field.security_event: is not the id of a security event`)
  return last ?? ''
}

export interface Filters {
  readonly type?: string | undefined
  readonly severity?: string | undefined
  readonly since?: string | undefined
}

/**
 * The filters of each index. A type may have had a different severity earlier, and a further index of both would cost
 * too much.
 */
const ways = {
  time: { takes: {}, sql: '' },
  severity: { takes: { severity: text }, sql: ' and severity = :severity' },
  type: {
    takes: { type: text, severity: nullable(text) },
    sql: ' and type = :type and (:severity::text is null or severity = :severity)',
  },
} as const

const statementOf = (order: Order, way: keyof typeof ways) => {
  const { past, by } = directions[order]
  const { takes, sql } = ways[way]
  return composed(
    `list_security_events_by_${way}_${order}`,
    { position: text, from: text, before: text, limit: number, ...takes },
    `select id, record from security_event
      where organization_id = :organization and id ${past} :position and id >= :from and id < :before${sql}
      order by id ${by} limit :limit`,
    rows<Row>,
  )
}

const statementsOf = (order: Order) => ({
  time: statementOf(order, 'time'),
  severity: statementOf(order, 'severity'),
  type: statementOf(order, 'type'),
})

const statements = { newest: statementsOf('newest'), oldest: statementsOf('oldest') }

const wayOf = ({ type, severity }: Filters): keyof typeof ways => {
  if (type !== undefined) return 'type'
  return severity === undefined ? 'time' : 'severity'
}

/** Returns the first identifier at or after `since`. Throws a 400 for an invalid time. */
const floorOf = (since: string | undefined): string => {
  if (since === undefined) return ''
  const at = parseTimestamp(since)
  if (at === undefined) throw invalid(['since'], notTimestamp)
  return idFloor('sev', at)
}

/**
 * Returns the organizations whose events a caller may see. Administrators of the operating organization also see those
 * of the install.
 */
export const visibleEventScopes = async (call: Call): Promise<readonly string[]> => {
  const { actor, organizationId } = call
  if (actor.kind === 'person' && actor.role !== 'admin') return [organizationId]
  return (await operatesInstall(call)) ? [organizationId, install] : [organizationId]
}

interface Asked extends Filters {
  readonly order: Order
  readonly position: string
  /** The exclusive end of the identifiers. */
  readonly before?: string
  readonly limit: number
}

/** Reads one page of the events of these organizations, merged in time order. */
export const readSecurityEvents = async (
  { db }: Pick<Call, 'db'>,
  organizations: readonly string[],
  { order, position, before = '~', limit, ...asked }: Asked,
): Promise<Row[]> => {
  const way = wayOf(asked)
  const { type, severity = null } = asked
  const given = { time: {}, severity: { severity }, type: { type, severity } }
  const values = { position, from: floorOf(asked.since), before, limit, ...given[way] }
  const found = await Promise.all(organizations.map(id => db.read(id, statements[order][way], values)))
  const sign = order === 'newest' ? -1 : 1
  return found
    .flat()
    .sort((a, b) => (a.id < b.id ? -sign : sign))
    .slice(0, limit)
}
