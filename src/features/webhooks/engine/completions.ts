import { type BoundCommand, boundCommand } from '#db/bound-command.ts'
import { renderAuditEvent } from '#http/audit.ts'
import type { CoreServices } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import {
  auditDeliveries,
  endAttempts,
  endDelivered,
  recordHealth,
  retryStatement,
  separator,
} from './completion-queries.ts'
import type { Delivery } from './delivery.ts'
import type { QueuedDelivery } from './due.ts'
import { type Failure, isWithheld } from './exchange.ts'
import type { Lane } from './lane.ts'

/** An attempt that has ended but is not yet written. */
export interface EndedAttempt {
  readonly lane: Lane
  /** The queue row without its body. */
  readonly row: Omit<QueuedDelivery, 'body'>
  readonly deliveryId: string
  /** The start time in milliseconds since 1970. */
  readonly startedAt: number
  readonly outcome: Delivery['outcome']
  readonly status: number | null
  readonly failure: Failure | undefined
  /** When the next attempt is due; undefined if none follows. */
  readonly next: number | undefined
  /** The rendered `Delivery`. */
  readonly record: string
  /** The rendered exchange, in its stored form. */
  readonly exchange: string
}

/** The latest health of a lane. */
export interface LaneHealth {
  failingSince?: number | undefined
  verifiedAt?: number
}

/** Ended attempts and the commands that write them. */
export interface Completion {
  readonly ended: readonly EndedAttempt[]
  readonly commands: readonly BoundCommand[]
}

/** The parameters of both statements: the keys of the queue rows and the records of the attempts. */
const sharedValues = (attempts: readonly EndedAttempt[]) => ({
  endpointIds: attempts.map(({ lane }) => lane.endpointId),
  dues: attempts.map(({ row }) => row.due),
  ids: attempts.map(({ row }) => row.id),
  eventIds: attempts.map(({ row }) => row.eventId),
  deliveryIds: attempts.map(({ deliveryId }) => deliveryId),
  records: attempts.map(({ record }) => record).join(separator),
  exchanges: attempts.map(({ exchange }) => exchange).join(separator),
})

const otherOutcomesCommand = (organizationId: string, attempts: readonly EndedAttempt[]): BoundCommand =>
  boundCommand(organizationId, endAttempts, {
    ...sharedValues(attempts),
    attempts: attempts.map(({ row }) => row.attempt),
    nextAttempts: attempts.map(({ row }) => (row.originalDue === null ? row.attempt + 1 : row.attempt)),
    origins: attempts.map(({ row }) => row.origin),
    nextDues: attempts.map(({ next }) => next ?? 0),
    outcomes: attempts.map(({ outcome }) => outcome),
    epochs: attempts.map(({ lane }) => lane.epoch),
  })

const deliveredCommand = (organizationId: string, attempts: readonly EndedAttempt[]): BoundCommand =>
  boundCommand(organizationId, endDelivered, { ...sharedValues(attempts), places: attempts.map(({ row }) => row.ctid) })

const isPlain = ({ outcome, row }: EndedAttempt): boolean => outcome === 'delivered' && row.origin !== 'replay'

const endCommands = (organizationId: string, attempts: readonly EndedAttempt[]): BoundCommand[] => {
  const plain = attempts.filter(isPlain)
  const others = attempts.filter(attempt => !isPlain(attempt))
  return [
    ...(plain.length > 0 ? [deliveredCommand(organizationId, plain)] : []),
    ...(others.length > 0 ? [otherOutcomesCommand(organizationId, others)] : []),
  ]
}

const describeOutcome = ({ outcome, status, failure }: EndedAttempt): string => {
  if (failure && isWithheld(failure)) return 'not sent, scope removed'
  return status === null ? outcome : `${outcome} ${status}`
}

const describeDelivery = (attempts: EndedAttempt): string =>
  `${attempts.deliveryId} of ${attempts.row.eventId}: ${describeOutcome(attempts)}`

/** The number of deliveries after which the next lane starts a new audit row. */
const perAuditRow = 32

/** Groups lanes into audit rows of about 32 deliveries. */
const groupIntoAuditRows = (attempts: readonly EndedAttempt[]): [Lane, EndedAttempt[]][][] => {
  const rows: [Lane, EndedAttempt[]][][] = []
  let remaining = 0
  for (const group of Map.groupBy(attempts, ({ lane }) => lane)) {
    if (remaining <= 0) rows.push([])
    if (remaining <= 0) remaining = perAuditRow
    rows.at(-1)?.push(group)
    remaining -= group[1].length
  }
  return rows
}

// The audit trail names the delivery id, event id and address of every delivery (interface section 6.4, rule 7).
// Deliveries that end within a few milliseconds share a row: each audit row is in four indexes, and one row per
// endpoint would cost as much as the rest of a delivery.
const auditCommand = (
  services: CoreServices,
  organizationId: string,
  endedAttempts: readonly EndedAttempt[],
): BoundCommand => {
  const now = services.clock.now()
  const rows = groupIntoAuditRows(endedAttempts).map(groups => {
    const id = services.ids.next('aud', now)
    const [[first] = []] = groups
    const resourceId = groups.length === 1 && first ? first.endpointId : ''
    const record = renderAuditEvent({
      id,
      action: 'webhook.deliver',
      outcome: 'done',
      actorKind: 'system',
      actorId: 'webhook-dispatcher',
      resourceId,
      reason: null,
      beforeDigest: null,
      afterDigest: null,
      contentDigest: null,
      detail: groups
        .map(([{ receiver }, attempts]) => `POST ${receiver.url.href} ${attempts.map(describeDelivery).join('; ')}`)
        .join('\n'),
      requestId: groups[0]?.[1][0]?.deliveryId ?? '',
      createdAt: iso(now),
    })
    return { id, resourceId, record }
  })
  const column = (name: 'id' | 'resourceId' | 'record') => rows.map(row => row[name])
  const values = { ids: column('id'), resourceIds: column('resourceId'), records: column('record') }
  return boundCommand(organizationId, auditDeliveries, values)
}

const healthCommand = (organizationId: string, laneHealths: readonly (readonly [Lane, LaneHealth])[]): BoundCommand => {
  const timestamp = (time: number | undefined) => (time === undefined ? '' : iso(time))
  return boundCommand(organizationId, recordHealth, {
    endpointIds: laneHealths.map(([{ endpointId }]) => endpointId),
    epochs: laneHealths.map(([{ epoch }]) => epoch),
    since: laneHealths.map(([, { failingSince }]) => timestamp(failingSince)),
    verifiedAt: laneHealths.map(([, { verifiedAt }]) => timestamp(verifiedAt)),
  })
}

/** The commands that write the attempts of all organizations in one transaction. */
export const completionCommands = (
  services: CoreServices,
  endedAttempts: readonly EndedAttempt[],
  health: ReadonlyMap<Lane, LaneHealth>,
): BoundCommand[] => {
  const laneHealths = Map.groupBy(health, ([lane]) => lane.organizationId)
  return [
    ...[...Map.groupBy(endedAttempts, ({ lane }) => lane.organizationId)].flatMap(([organizationId, attempts]) => [
      ...endCommands(organizationId, attempts),
      auditCommand(services, organizationId, attempts),
    ]),
    ...[...laneHealths].map(([organizationId, attempts]) => healthCommand(organizationId, attempts)),
  ]
}

/** Returns the variants of commands for a retry, which do not write an attempt twice. */
export const retryCommands = (commands: readonly BoundCommand[]): BoundCommand[] =>
  commands.map(command => ({ ...command, statement: retryStatement(command.statement) }))
