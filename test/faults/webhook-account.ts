import pg, { type ClientConfig } from 'pg'
import { idTime } from '#lib/ids.ts'
import type { CreatedWebhook } from './webhook-client.ts'
import type { Receipt } from './webhook-receiver-process.ts'

/** A fault that was injected into a process that delivers. */
export interface Fault {
  readonly at: number
  readonly kind: 'kill' | 'postgres' | 'stop'
}

/** The fate of every event for every webhook, according to the receiver's records. */
export interface DeliveryTally {
  readonly emitted: number
  readonly delivered: number
  readonly dead: number
  readonly pending: number
  /** Events that are neither delivered nor dead nor pending. */
  readonly lost: readonly string[]
  /**
   * The number of events that the receiver accepted twice, by the fault in between that explains the second delivery.
   */
  readonly duplicates: ReadonlyMap<Fault, number>
  /**
   * Events that the receiver accepted twice without a fault in between, and deliveries that were recorded without
   * arriving.
   */
  readonly unexplained: readonly string[]
}

/** Returns the time at which the server started the attempt, which is part of the delivery's id. */
const startOf = ({ delivery }: Receipt): number => idTime(delivery)

interface StoredDeliveries {
  readonly dead: ReadonlySet<string>
  readonly pending: ReadonlySet<string>
  /** The delivery ids that the server recorded as accepted. */
  readonly recordedIds: readonly string[]
}

const eventsIn = (table: string) =>
  `select t.endpoint_id as id, e.body::json->'data'->'claim'->>'id' as claim
     from ${table} t join outbox_event e on e.organization_id = t.organization_id and e.id = t.event_id`

const readStored = async (connection: ClientConfig, webhooks: readonly CreatedWebhook[]): Promise<StoredDeliveries> => {
  const paths = new Map(webhooks.map(({ id, path }) => [id, path]))
  const client = new pg.Client(connection)
  await client.connect()
  const keys = async (table: string) => {
    const { rows } = await client.query(eventsIn(table))
    return new Set(rows.map(({ id, claim }) => `${paths.get(id)} ${claim}`))
  }
  try {
    const { rows } = await client.query(`select id from webhook_attempt where outcome = 'delivered'`)
    const [dead, pending] = [await keys('webhook_dead_letter'), await keys('webhook_queue')]
    return { dead, pending, recordedIds: rows.map(({ id }) => id) }
  } finally {
    await client.end()
  }
}

interface CampaignRecords {
  readonly connection: ClientConfig
  readonly webhooks: readonly CreatedWebhook[]
  /** The ids of the acknowledged claims. */
  readonly claims: readonly string[]
  readonly receipts: readonly Receipt[]
  readonly faults: readonly Fault[]
}

/** Compares the acknowledged claims with the receiver's records and with the server's state. */
export const tallyDeliveries = async ({
  connection,
  webhooks,
  claims,
  receipts,
  faults,
}: CampaignRecords): Promise<DeliveryTally> => {
  const { dead, pending, recordedIds } = await readStored(connection, webhooks)
  const accepted = receipts.filter(({ status }) => status < 300)
  const acceptedByKey = Map.groupBy(accepted, ({ path, claim }) => `${path} ${claim}`)
  const emittedKeys = webhooks.flatMap(({ path }) => claims.map(claim => `${path} ${claim}`))
  const lostKeys = emittedKeys.filter(key => !acceptedByKey.has(key) && !dead.has(key) && !pending.has(key))

  const duplicates = new Map<Fault, number>()
  const unexplained: string[] = []
  for (const [key, unordered] of acceptedByKey) {
    const attempts = unordered.toSorted((a, b) => startOf(a) - startOf(b))
    for (const [i, second] of attempts.entries()) {
      const first = attempts[i - 1]
      if (!first) continue
      // An attempt that started before a process was stopped may still be sent, and be accepted, when the process
      // continues.
      const end = Math.max(first.at, second.at)
      const fault = faults.find(({ at }) => at >= startOf(first) && at <= end)
      if (fault) duplicates.set(fault, (duplicates.get(fault) ?? 0) + 1)
      else unexplained.push(`${key} was accepted at ${first.at} and at ${second.at}`)
    }
  }
  const arrived = new Set(accepted.map(({ delivery }) => delivery))
  const neverArrived = recordedIds
    .filter(id => !arrived.has(id))
    .map(id => `${id} is recorded as delivered, but never arrived`)
  return {
    emitted: emittedKeys.length,
    delivered: emittedKeys.filter(key => acceptedByKey.has(key)).length,
    dead: dead.size,
    pending: pending.size,
    lost: lostKeys,
    duplicates,
    unexplained: [...unexplained, ...neverArrived],
  }
}
