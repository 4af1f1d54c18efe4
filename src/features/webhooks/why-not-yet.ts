import { iso } from '#lib/clock.ts'
import type { QueueCondition } from './backlog.ts'
import { maxCountedRows } from './backlog-queries.ts'

/** The maximum number of simultaneous requests to one receiver. */
const maxInFlight = 16

export const reasons = Object.freeze([
  'paused',
  'account_disabled',
  'not_taken',
  'receiver_failing',
  'next_attempt',
  'behind_others',
  'starting',
] as const)

type Reason = (typeof reasons)[number]

interface QueuePlace {
  readonly attempt: number
  /** Milliseconds since 1970. */
  readonly due: number
  readonly ahead: number
}

const describePosition = ({ ahead }: QueuePlace): string => {
  if (ahead === 0) return 'it is next'
  if (ahead === 1) return '1 delivery is ahead of it'
  return `${ahead > maxCountedRows ? 'more than ' : ''}${Math.min(ahead, maxCountedRows).toLocaleString('en')} deliveries are ahead of it`
}

interface Rule {
  readonly reason: Reason
  readonly matches: (condition: QueueCondition, place: QueuePlace) => boolean
  readonly why: (condition: QueueCondition, place: QueuePlace) => string
}

// The first match applies.
const rules: readonly Rule[] = [
  {
    reason: 'paused',
    matches: ({ state }) => state === 'paused',
    why: (_, place) => `The webhook is paused; when it is resumed, ${describePosition(place)}.`,
  },
  {
    reason: 'account_disabled',
    matches: ({ state }) => state === 'stopped',
    why: (_, place) =>
      `The service account that made the webhook is disabled; when it is enabled, ${describePosition(place)}.`,
  },
  {
    reason: 'receiver_failing',
    matches: ({ failingSince }) => failingSince !== undefined,
    why: ({ failingSince = 0, now }, place) =>
      `The receiver has been failing since ${iso(failingSince)}; attempt ${place.attempt} of 7 ${
        place.due > now ? `is at ${iso(place.due)}` : `is due, and ${describePosition(place)}`
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
    why: () => 'It is due, but no process delivers; start one with the role worker.',
  },
  {
    reason: 'behind_others',
    matches: (_, { ahead }) => ahead >= maxInFlight,
    why: (_, place) => `It is due, and waits for others: ${describePosition(place)}.`,
  },
  { reason: 'starting', matches: () => true, why: () => 'It is under way or about to start.' },
]

/** Explains why a delivery has not been attempted yet, as a code for programs and a sentence for people. */
export const explainWait = (
  condition: QueueCondition,
  place: QueuePlace,
): { readonly reason: Reason; readonly why: string } => {
  const rule = rules.find(({ matches }) => matches(condition, place))
  return { reason: rule?.reason ?? 'starting', why: rule?.why(condition, place) ?? '' }
}
