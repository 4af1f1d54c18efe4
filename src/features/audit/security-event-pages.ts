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
const maxCommitDelay = 10 * second

/** Returns the end of the ids that a caller can read and later continue after without missing an event. */
export const settledBefore = ({ now }: Pick<Call, 'now'>): string => idFloor('sev', now - maxCommitDelay)

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
export const readStart = (lastId: string | undefined): string => {
  if (lastId !== undefined && !isId('sev', lastId))
    throw invalid(['after'], sentence`field.security_event: is not the id of a security event`)
  return lastId ?? ''
}

export interface Filters {
  readonly type?: string | undefined
  readonly severity?: string | undefined
  readonly since?: string | undefined
}

/**
 * The filters that each index supports. A search by type also filters by severity, because the severity of a type may
 * have changed; an index of both would cost too much.
 */
const indexes = {
  time: { params: {}, sql: '' },
  severity: { params: { severity: text }, sql: ' and severity = :severity' },
  type: {
    params: { type: text, severity: nullable(text) },
    sql: ' and type = :type and (:severity::text is null or severity = :severity)',
  },
} as const

const createStatement = (order: Order, index: keyof typeof indexes) => {
  const { past, by } = directions[order]
  const { params, sql } = indexes[index]
  return composed(
    `list_security_events_by_${index}_${order}`,
    { position: text, from: text, before: text, limit: number, ...params },
    `select id, record from security_event
      where organization_id = :organization and id ${past} :position and id >= :from and id < :before${sql}
      order by id ${by} limit :limit`,
    rows<Row>,
  )
}

const createStatements = (order: Order) => ({
  time: createStatement(order, 'time'),
  severity: createStatement(order, 'severity'),
  type: createStatement(order, 'type'),
})

const statements = { newest: createStatements('newest'), oldest: createStatements('oldest') }

const chooseIndex = ({ type, severity }: Filters): keyof typeof indexes => {
  if (type !== undefined) return 'type'
  return severity === undefined ? 'time' : 'severity'
}

/** Returns the first identifier at or after `since`. Throws a 400 for an invalid time. */
const readFloor = (since: string | undefined): string => {
  if (since === undefined) return ''
  const time = parseTimestamp(since)
  if (time === undefined) throw invalid(['since'], notTimestamp)
  return idFloor('sev', time)
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

interface PageRequest extends Filters {
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
  { order, position, before = '~', limit, ...request }: PageRequest,
): Promise<Row[]> => {
  const index = chooseIndex(request)
  const { type, severity = null } = request
  const filterParams = { time: {}, severity: { severity }, type: { type, severity } }
  const values = { position, from: readFloor(request.since), before, limit, ...filterParams[index] }
  const pages = await Promise.all(organizations.map(id => db.read(id, statements[order][index], values)))
  const sign = order === 'newest' ? -1 : 1
  return pages
    .flat()
    .sort((a, b) => (a.id < b.id ? -sign : sign))
    .slice(0, limit)
}
