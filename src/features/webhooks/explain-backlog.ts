import { type Static, type TSchema, Type } from 'typebox'
import { Nullable, Timestamp } from '#http/schema.ts'

/** The codes of the explanations of a queue. The web app has a text for each. */
const backlogCodes = [
  'backlog.idle',
  'backlog.sending',
  'backlog.sending_at_rate',
  'backlog.no_worker',
  'backlog.next_attempt',
  'backlog.failing',
  'backlog.failing_no_worker',
  'backlog.failing_next_attempt',
  'backlog.paused',
  'backlog.stopped',
] as const

type BacklogCode = (typeof backlogCodes)[number]

type State = 'idle' | 'delivering' | 'waiting' | 'failing' | 'paused' | 'stopped'

/** The fields that identify an explanation, for programs that have their own texts. */
export const explained = <Code extends string, Values extends Record<string, TSchema>>(
  codes: readonly Code[],
  values: Values,
) => ({
  code: Type.Enum([...codes], { description: 'Identifies the explanation; the same when its wording changes.' }),
  values: Type.Object(values, { description: 'The values of the explanation; null where it has none.' }),
})

export const backlogExplanation = {
  explanation: Type.String(),
  ...explained(backlogCodes, {
    deliveries: Type.Integer({ description: 'Waiting deliveries, those of replays included.' }),
    isCapped: Type.Boolean({ description: 'Whether there are more than were counted.' }),
    perSecond: Nullable(Type.Number()),
    seconds: Nullable(Type.Integer()),
    nextAttemptAt: Nullable(Timestamp),
    failingSince: Nullable(Timestamp),
  }),
}

const BacklogExplanation = Type.Object(backlogExplanation)

type BacklogExplanation = Static<typeof BacklogExplanation>

type Values = BacklogExplanation['values']

/** A queue to explain. */
interface ExplainedQueue {
  readonly state: State
  /** Whether no worker is running for the due rows. */
  readonly abandoned: boolean
  readonly values: Values
}

const describeAmount = ({ deliveries, isCapped }: Values): string => {
  if (deliveries === 0) return 'nothing is'
  if (deliveries === 1) return '1 delivery is'
  return `${isCapped ? 'more than ' : ''}${deliveries.toLocaleString('en')} deliveries are`
}

const noWorker = 'no worker is running; start a process with the role worker'

const codeOf = ({ state, abandoned, values }: ExplainedQueue): BacklogCode => {
  if (state === 'idle' || state === 'paused' || state === 'stopped') return `backlog.${state}`
  if (state === 'delivering') return values.seconds === null ? 'backlog.sending' : 'backlog.sending_at_rate'
  if (state === 'waiting') return abandoned ? 'backlog.no_worker' : 'backlog.next_attempt'
  if (abandoned) return 'backlog.failing_no_worker'
  return values.nextAttemptAt === null ? 'backlog.failing' : 'backlog.failing_next_attempt'
}

type Wording = (amount: string, values: Values) => string

const failing: Wording = (amount, { failingSince }) =>
  `The receiver has been failing since ${failingSince}; ${amount} waiting`

const wordings = {
  'backlog.idle': () => 'Everything has been delivered.',
  'backlog.sending': amount => `${amount} being sent.`,
  'backlog.sending_at_rate': (amount, { perSecond, seconds, isCapped }) =>
    `${amount} being sent, ${perSecond} a second; at that rate it takes ${isCapped ? 'at least ' : ''}${seconds} s.`,
  'backlog.no_worker': amount => `${amount} due, but ${noWorker}.`,
  'backlog.next_attempt': (amount, { nextAttemptAt }) =>
    `${amount} waiting for another attempt; the next is at ${nextAttemptAt}.`,
  'backlog.failing': (amount, values) => `${failing(amount, values)}.`,
  'backlog.failing_no_worker': (amount, values) => `${failing(amount, values)}, and ${noWorker}.`,
  'backlog.failing_next_attempt': (amount, values) =>
    `${failing(amount, values)}, and the next attempt is at ${values.nextAttemptAt}.`,
  'backlog.paused': amount => `The webhook is paused; ${amount} waiting until it is resumed.`,
  'backlog.stopped': amount =>
    `Stopped: the service account that created the webhook is disabled; ${amount} waiting until it is enabled.`,
} satisfies Record<BacklogCode, Wording>

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Explains why deliveries wait: an English sentence, and its code and values. */
export const explainBacklog = (queue: ExplainedQueue): BacklogExplanation => {
  const { values } = queue
  const code = codeOf(queue)
  return { explanation: capitalize(wordings[code](describeAmount(values), values)), code, values }
}
