import { type BoundCommand, boundCommand } from '#db/bound-command.ts'
import { renderAuditEvent } from '#http/audit.ts'
import type { CoreServices } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { again, auditDeliveries, endAttempts, endDelivered, recordHealth, separator } from './completion-queries.ts'
import type { Delivery } from './delivery.ts'
import type { Due } from './due.ts'
import { type Failure, isWithheld } from './exchange.ts'
import type { Lane } from './lane.ts'

/** An attempt that has ended but is not yet written. */
export interface Ended {
  readonly lane: Lane
  /** The queue row without its body. */
  readonly row: Omit<Due, 'body'>
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
  readonly ended: readonly Ended[]
  readonly commands: readonly BoundCommand[]
}

/** The parameters that both statements share: the keys of the queue rows and the records of the attempts. */
const endedOf = (ended: readonly Ended[]) => ({
  endpointIds: ended.map(({ lane }) => lane.endpointId),
  dues: ended.map(({ row }) => row.due),
  ids: ended.map(({ row }) => row.id),
  eventIds: ended.map(({ row }) => row.eventId),
  deliveryIds: ended.map(({ deliveryId }) => deliveryId),
  records: ended.map(({ record }) => record).join(separator),
  exchanges: ended.map(({ exchange }) => exchange).join(separator),
})

const endCommand = (organizationId: string, ended: readonly Ended[]): BoundCommand =>
  boundCommand(organizationId, endAttempts, {
    ...endedOf(ended),
    attempts: ended.map(({ row }) => row.attempt),
    nextAttempts: ended.map(({ row }) => (row.later === null ? row.attempt + 1 : row.attempt)),
    origins: ended.map(({ row }) => row.origin),
    nextDues: ended.map(({ next }) => next ?? 0),
    outcomes: ended.map(({ outcome }) => outcome),
    epochs: ended.map(({ lane }) => lane.epoch),
  })

const deliveredCommand = (organizationId: string, ended: readonly Ended[]): BoundCommand =>
  boundCommand(organizationId, endDelivered, { ...endedOf(ended), places: ended.map(({ row }) => row.ctid) })

const isPlain = ({ outcome, row }: Ended): boolean => outcome === 'delivered' && row.origin !== 'replay'

const endCommands = (organizationId: string, ended: readonly Ended[]): BoundCommand[] => {
  const plain = ended.filter(isPlain)
  const others = ended.filter(one => !isPlain(one))
  return [
    ...(plain.length > 0 ? [deliveredCommand(organizationId, plain)] : []),
    ...(others.length > 0 ? [endCommand(organizationId, others)] : []),
  ]
}

const ending = ({ outcome, status, failure }: Ended): string => {
  if (failure && isWithheld(failure)) return 'not sent, scope removed'
  return status === null ? outcome : `${outcome} ${status}`
}

const line = (ended: Ended): string => `${ended.deliveryId} of ${ended.row.eventId}: ${ending(ended)}`

/** The number of deliveries after which the next lane starts a new audit row. */
const inOneRow = 32

/** Groups lanes into audit rows, so that no row names many more than 32 deliveries. */
const rowsOf = (ended: readonly Ended[]): [Lane, Ended[]][][] => {
  const rows: [Lane, Ended[]][][] = []
  let room = 0
  for (const group of Map.groupBy(ended, ({ lane }) => lane)) {
    if (room <= 0) rows.push([])
    if (room <= 0) room = inOneRow
    rows.at(-1)?.push(group)
    room -= group[1].length
  }
  return rows
}

// Interface section 6.4, rule 7, requires the delivery id, event id and address of every delivery. Deliveries that end
// within a few milliseconds share a row: each audit row is in four indexes, and one per endpoint would cost as much as
// the rest of a delivery.
const auditCommand = (services: CoreServices, organizationId: string, ended: readonly Ended[]): BoundCommand => {
  const now = services.clock.now()
  const rows = rowsOf(ended).map(groups => {
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
      detail: groups.map(([{ receiver }, of]) => `POST ${receiver.url.href} ${of.map(line).join('; ')}`).join('\n'),
      requestId: groups[0]?.[1][0]?.deliveryId ?? '',
      createdAt: iso(now),
    })
    return { id, resourceId, record }
  })
  const column = (name: 'id' | 'resourceId' | 'record') => rows.map(row => row[name])
  const values = { ids: column('id'), resourceIds: column('resourceId'), records: column('record') }
  return boundCommand(organizationId, auditDeliveries, values)
}

const healthCommand = (organizationId: string, changed: readonly (readonly [Lane, LaneHealth])[]): BoundCommand => {
  const moment = (at: number | undefined) => (at === undefined ? '' : iso(at))
  return boundCommand(organizationId, recordHealth, {
    endpointIds: changed.map(([{ endpointId }]) => endpointId),
    epochs: changed.map(([{ epoch }]) => epoch),
    since: changed.map(([, { failingSince }]) => moment(failingSince)),
    verifiedAt: changed.map(([, { verifiedAt }]) => moment(verifiedAt)),
  })
}

/** The commands that write the attempts of all organizations in one transaction. */
export const completionCommands = (
  services: CoreServices,
  ended: readonly Ended[],
  health: ReadonlyMap<Lane, LaneHealth>,
): BoundCommand[] => {
  const changed = Map.groupBy(health, ([lane]) => lane.organizationId)
  return [
    ...[...Map.groupBy(ended, ({ lane }) => lane.organizationId)].flatMap(([organizationId, of]) => [
      ...endCommands(organizationId, of),
      auditCommand(services, organizationId, of),
    ]),
    ...[...changed].map(([organizationId, of]) => healthCommand(organizationId, of)),
  ]
}

/** The same commands for a retry. They do not write an attempt twice. */
export const writtenAgain = (commands: readonly BoundCommand[]): BoundCommand[] =>
  commands.map(command => ({ ...command, statement: again(command.statement) }))
