import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from '#http/schema.ts'
import { iso, minute, second } from '#lib/clock.ts'
import { idTime } from '#lib/ids.ts'
import { type BacklogRow, maxCountedRows } from './backlog-queries.ts'

/** How long a delivery may be overdue before it counts as abandoned; lanes are taken over within 15 s. */
const takenWithin = 30 * second
/** The period over which the delivery rate is computed. */
export const rateOver = minute

/** The state of a webhook's queue, and its reason. */
export const WebhookBacklog = Type.Object(
  {
    state: Type.Enum(['idle', 'delivering', 'waiting', 'failing', 'paused', 'stopped'], {
      description:
        'waiting: for the next attempt after a failure, or for a process that delivers; failing: the last attempt failed; stopped: the service account that created the webhook is disabled.',
    }),
    pending: Type.Integer({ description: `Deliveries in the queue, counted up to ${maxCountedRows}.` }),
    pendingIsCapped: Type.Boolean({ description: 'Whether the queue has more than were counted.' }),
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
    explanation: Type.String(),
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

type Facts = Omit<QueueCondition, 'state' | 'abandoned'> & {
  readonly row: BacklogRow
  readonly isDue: boolean
  readonly abandoned: boolean
}

// The first match applies.
const states: readonly (readonly [Backlog['state'], (facts: Facts) => boolean])[] = [
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
  const abandoned = row.status === 'active' && !row.held && oldest !== null && oldest <= now - takenWithin
  const facts = { row, now, oldest, failingSince, isDue, abandoned }
  const state = states.find(([, holds]) => holds(facts))?.[0] ?? 'idle'
  return { state, now, oldest, failingSince, abandoned }
}

const rateOf = ({ delivered, first }: BacklogRow, now: number): number => {
  const span = delivered === maxCountedRows && first !== null ? Math.max(1, now - idTime(first)) : rateOver
  return Math.round((delivered / span) * second * 100) / 100
}

const nobody = 'no process delivers; start one with the role worker'

interface Telling {
  /** Such as `12 deliveries are`, `more than 10,000 deliveries are` or `nothing is`. */
  readonly what: string
  readonly shown: Omit<Backlog, 'explanation'>
  readonly abandoned: boolean
}

const explanations = {
  idle: () => 'Everything has been delivered; nothing waits.',
  delivering: ({ what, shown }) =>
    shown.expectedSeconds === null
      ? `${what} being sent.`
      : `${what} being sent, ${shown.ratePerSecond} a second; at that rate it takes ${shown.pendingIsCapped ? 'at least ' : ''}${shown.expectedSeconds} s.`,
  waiting: ({ what, shown, abandoned }) =>
    abandoned
      ? `${what} due, but ${nobody}.`
      : `${what} waiting for another attempt; the next is at ${shown.nextAttemptAt}.`,
  failing: ({ what, shown, abandoned }) =>
    [
      `The receiver has been failing since ${shown.failingSince}; ${what} waiting`,
      abandoned ? `, and ${nobody}` : '',
      shown.nextAttemptAt !== null && !abandoned ? `, and the next attempt is at ${shown.nextAttemptAt}` : '',
      '.',
    ].join(''),
  paused: ({ what }) => `The webhook is paused; ${what} waiting until it is resumed.`,
  stopped: ({ what }) =>
    `Stopped: the service account that made the webhook is disabled; ${what} waiting until it is enabled.`,
} satisfies Record<Backlog['state'], (telling: Telling) => string>

const amountOf = (count: number, capped: boolean): string => {
  if (count === 0) return 'nothing is'
  if (count === 1) return '1 delivery is'
  return `${capped ? 'more than ' : ''}${count.toLocaleString('en')} deliveries are`
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const backlogOf = (row: BacklogRow, now: number): Backlog => {
  const { state, oldest, failingSince, abandoned } = queueConditionOf(row, now)
  const pending = Math.min(row.pending, maxCountedRows)
  const replayRemaining = Math.min(row.replaying, maxCountedRows)
  const ratePerSecond = rateOf(row, now)
  const left = pending + replayRemaining
  const canTell = state === 'delivering' && ratePerSecond > 0
  const shown = {
    state,
    pending,
    pendingIsCapped: row.pending > maxCountedRows,
    replayRemaining,
    oldestDueAt: oldest === null ? null : iso(oldest),
    nextAttemptAt: oldest === null || row.status !== 'active' || abandoned ? null : iso(Math.max(oldest, now)),
    failingSince: failingSince === undefined ? null : iso(failingSince),
    ratePerSecond,
    expectedSeconds: state === 'idle' ? 0 : canTell ? Math.ceil(left / ratePerSecond) : null,
  }
  const what = amountOf(left, shown.pendingIsCapped || row.replaying > maxCountedRows)
  return { ...shown, explanation: sentence(explanations[state]({ what, shown, abandoned })) }
}
