import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import type { QueueCondition } from './backlog.ts'
import { maxCountedRows } from './backlog-queries.ts'
import { explained } from './explain-backlog.ts'

/** The maximum number of simultaneous requests to one receiver. */
const maxInFlight = 16

const reasons = Object.freeze([
  'paused',
  'account_disabled',
  'not_taken',
  'receiver_failing',
  'next_attempt',
  'behind_others',
  'starting',
] as const)

type Reason = (typeof reasons)[number]

const codes = [...reasons.map(reason => `pending.${reason}` as const), 'pending.receiver_failing_until'] as const

/** The fields that explain why a delivery waits. */
export const waitExplanation = {
  reason: Type.Enum([...reasons]),
  why: Type.String({ description: 'Why the event has not been delivered yet, as a sentence.' }),
  ...explained(codes, {
    ahead: Type.Integer({ description: 'The number of deliveries ahead of this one.' }),
    isCapped: Type.Boolean({ description: 'Whether there are more ahead than were counted.' }),
    attempt: Type.Integer(),
    dueAt: Timestamp,
    failingSince: Nullable(Timestamp),
  }),
}

const WaitExplanation = Type.Object(waitExplanation)

interface QueuePosition {
  readonly attempt: number
  /** Milliseconds since 1970. */
  readonly due: number
  readonly ahead: number
}

const describePosition = ({ ahead }: QueuePosition): string => {
  if (ahead === 0) return 'it is next'
  if (ahead === 1) return '1 delivery is ahead of it'
  return `${ahead > maxCountedRows ? 'more than ' : ''}${Math.min(ahead, maxCountedRows).toLocaleString('en')} deliveries are ahead of it`
}

interface Rule {
  readonly reason: Reason
  readonly matches: (condition: QueueCondition, position: QueuePosition) => boolean
  readonly why: (condition: QueueCondition, position: QueuePosition) => string
}

// The first rule that matches applies.
const rules: readonly Rule[] = [
  {
    reason: 'paused',
    matches: ({ state }) => state === 'paused',
    why: (_, position) => `The webhook is paused; when it is resumed, ${describePosition(position)}.`,
  },
  {
    reason: 'account_disabled',
    matches: ({ state }) => state === 'stopped',
    why: (_, position) =>
      `The service account that created the webhook is disabled; when it is enabled, ${describePosition(position)}.`,
  },
  {
    reason: 'receiver_failing',
    matches: ({ failingSince }) => failingSince !== undefined,
    why: ({ failingSince = 0, now }, position) =>
      `The receiver has been failing since ${iso(failingSince)}; attempt ${position.attempt} of 7 ${
        position.due > now ? `is at ${iso(position.due)}` : `is due, and ${describePosition(position)}`
      }.`,
  },
  {
    reason: 'next_attempt',
    matches: ({ now }, { due }) => due > now,
    why: (_, { attempt, due }) => `An attempt failed; attempt ${attempt} of 7 is at ${iso(due)}.`,
  },
  {
    reason: 'not_taken',
    matches: ({ abandoned }) => abandoned,
    why: () => 'It is due, but no worker is running; start a process with the role worker.',
  },
  {
    reason: 'behind_others',
    matches: (_, { ahead }) => ahead >= maxInFlight,
    why: (_, position) => `It is due, and waits for others: ${describePosition(position)}.`,
  },
  { reason: 'starting', matches: () => true, why: () => 'It is under way or about to start.' },
]

/** Explains why a delivery has not been attempted yet: the reason, an English sentence, and its code and values. */
export const explainWait = (condition: QueueCondition, position: QueuePosition): Static<typeof WaitExplanation> => {
  const { now, failingSince } = condition
  const { attempt, due, ahead } = position
  const rule = rules.find(({ matches }) => matches(condition, position))
  const reason = rule?.reason ?? 'starting'
  return {
    reason,
    why: rule?.why(condition, position) ?? '',
    code: `pending.${reason === 'receiver_failing' && due > now ? 'receiver_failing_until' : reason}`,
    values: {
      ahead: Math.min(ahead, maxCountedRows),
      isCapped: ahead > maxCountedRows,
      attempt,
      dueAt: iso(due),
      failingSince: failingSince === undefined ? null : iso(failingSince),
    },
  }
}
