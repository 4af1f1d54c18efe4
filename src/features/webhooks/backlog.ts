import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from '#http/schema.ts'
import { iso, minute, second } from '#lib/clock.ts'
import { idTime } from '#lib/ids.ts'
import { type BacklogRow, maxCountedRows } from './backlog-queries.ts'
import { backlogExplanation, explainBacklog } from './explain-backlog.ts'

/** A delivery that is overdue for longer than this counts as abandoned; lanes are taken over within 15 s. */
const abandonedAfter = 30 * second
/** The period over which the delivery rate is computed. */
export const ratePeriod = minute

/** The state of a webhook's queue, and its reason. */
export const WebhookBacklog = Type.Object(
  {
    state: Type.Enum(['idle', 'delivering', 'waiting', 'failing', 'paused', 'stopped'], {
      description:
        'waiting: the next attempt is not due yet, or no worker is running; failing: the last attempt failed; stopped: the service account that created the webhook is disabled.',
    }),
    pending: Type.Integer({ description: `Deliveries in the queue, counted up to ${maxCountedRows}.` }),
    pendingIsCapped: Type.Boolean({ description: 'Whether the queue holds more deliveries than `pending` counts.' }),
    replayRemaining: Type.Integer({
      description: `Events that replays have not yet put into the queue, counted up to ${maxCountedRows}.`,
    }),
    oldestDueAt: Nullable(Timestamp),
    nextAttemptAt: Nullable(Timestamp),
    failingSince: Nullable(Timestamp),
    ratePerSecond: Type.Number({ description: 'Successful deliveries per second in the last minute.' }),
    expectedSeconds: Nullable(
      Type.Integer({
        description: 'Seconds until the counted deliveries are done at that rate; null if it cannot be estimated.',
      }),
    ),
    ...backlogExplanation,
  },
  { title: 'WebhookBacklog' },
)

type Backlog = Static<typeof WebhookBacklog>

/** The state of a queue at a point in time. */
export interface QueueCondition {
  readonly state: Backlog['state']
  readonly now: number
  /** Milliseconds since 1970. */
  readonly oldest: number | null
  readonly failingSince: number | undefined
  /** Whether no process is delivering the due rows. */
  readonly abandoned: boolean
}

type QueueSnapshot = Omit<QueueCondition, 'state' | 'abandoned'> & {
  readonly row: BacklogRow
  readonly isDue: boolean
  readonly abandoned: boolean
}

// The first rule that matches applies.
const stateRules: readonly (readonly [Backlog['state'], (snapshot: QueueSnapshot) => boolean])[] = [
  ['paused', ({ row }) => row.status === 'paused'],
  ['stopped', ({ row }) => row.status === 'stopped'],
  ['failing', ({ failingSince }) => failingSince !== undefined],
  ['waiting', ({ abandoned, isDue, oldest }) => abandoned || (oldest !== null && !isDue)],
  ['delivering', ({ isDue, row }) => isDue || row.replaying > 0],
]

export const queueConditionOf = (row: BacklogRow, now: number): QueueCondition => {
  const { oldest } = row
  const failingSince = row.failing_since?.getTime()
  const isDue = oldest !== null && oldest <= now
  const abandoned = row.status === 'active' && !row.held && oldest !== null && oldest <= now - abandonedAfter
  const snapshot = { row, now, oldest, failingSince, isDue, abandoned }
  const state = stateRules.find(([, matches]) => matches(snapshot))?.[0] ?? 'idle'
  return { state, now, oldest, failingSince, abandoned }
}

const deliveryRate = ({ delivered, first }: BacklogRow, now: number): number => {
  const span = delivered === maxCountedRows && first !== null ? Math.max(1, now - idTime(first)) : ratePeriod
  return Math.round((delivered / span) * second * 100) / 100
}

export const backlogOf = (row: BacklogRow, now: number): Backlog => {
  const { state, oldest, failingSince, abandoned } = queueConditionOf(row, now)
  const pending = Math.min(row.pending, maxCountedRows)
  const replayRemaining = Math.min(row.replaying, maxCountedRows)
  const ratePerSecond = deliveryRate(row, now)
  const remaining = pending + replayRemaining
  const canEstimate = state === 'delivering' && ratePerSecond > 0
  const backlog = {
    state,
    pending,
    pendingIsCapped: row.pending > maxCountedRows,
    replayRemaining,
    oldestDueAt: oldest === null ? null : iso(oldest),
    nextAttemptAt: oldest === null || row.status !== 'active' || abandoned ? null : iso(Math.max(oldest, now)),
    failingSince: failingSince === undefined ? null : iso(failingSince),
    ratePerSecond,
    expectedSeconds: state === 'idle' ? 0 : canEstimate ? Math.ceil(remaining / ratePerSecond) : null,
  }
  const isCapped = backlog.pendingIsCapped || row.replaying > maxCountedRows
  const { nextAttemptAt, failingSince: since, expectedSeconds: seconds } = backlog
  const values = {
    deliveries: remaining,
    isCapped,
    perSecond: ratePerSecond,
    seconds,
    nextAttemptAt,
    failingSince: since,
  }
  return { ...backlog, ...explainBacklog({ state, abandoned, values }) }
}
