/** The callers, with the names of test/fixture.ts. */
export type ActorName = 'scanner' | 'second' | 'contributor' | 'admin' | 'reviewer' | 'deputy'

/** The claims of the requirement `several` need two approvals. */
export type RequirementName = 'active' | 'several' | 'draft' | 'retired' | 'unknown'

export type Fields = Readonly<Record<string, unknown>>

/** A claim in the model: the public record that every read returns, and the data that is stored with it. */
export interface ClaimState {
  readonly id: string
  /** The creators of the claim, its intents and its attachments. None of them may review the claim. */
  readonly makers: Set<ActorName>
  readonly sourceSnapshot: Fields
  readonly claimSnapshot: Fields
  /** The public records of its attachments, oldest first. */
  readonly attachments: Fields[]
  /** The number of different people who must approve the claim. */
  readonly needed: number
  /** The reviewers whose approvals are valid, unless they became makers later. */
  approvers: ActorName[]
  /** The questions about the claim, oldest first. */
  readonly questions: QuestionState[]
  record: Fields
  /** The reviewed digest that a reviewer saw last. */
  seenDigest?: string
}

export interface QuestionState {
  readonly id: string
  readonly by: ActorName
  readonly question: string
  /** The number of attachments that the claim had when the question was asked. */
  readonly attachments: number
  status: 'open' | 'answered' | 'withdrawn' | 'ended'
  answer: string | null
  files: number
}

export interface IntentState {
  readonly id: string
  readonly claim: ClaimState
  readonly file: FileState
  /** The time at which the intent expires, in milliseconds. */
  readonly expiresAt: number
  /** The public record of the attachment, once the file is uploaded. */
  attachment?: Fields
}

export interface FileState {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

interface StoredAnswer {
  readonly fingerprint: string
  readonly status: number
  readonly text: string
  readonly requestId: string
  /** The time at which the request was sent, in milliseconds. */
  readonly sentAt: number
}

/** The state of everything that callers can distinguish, small enough to be obviously right. */
export class Model {
  /** All claims, oldest first, which is also the order of their ids. */
  readonly claims: ClaimState[] = []
  readonly intents: IntentState[] = []
  /** Stored responses by credential and idempotency key. */
  readonly answers = new Map<string, StoredAnswer>()
  /** The expected content of the outbox, by event type. */
  readonly events = new Map<string, number>()
  /** The calls made so far, from which steps choose calls to repeat. */
  readonly calls: Attempt[] = []

  countEvents(type: string, count = 1): void {
    this.events.set(type, (this.events.get(type) ?? 0) + count)
  }
}

/** The earliest and the latest time at which a call may have been processed, in milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The model's prediction for a call that is processed. */
export interface Prediction {
  readonly status: number
  readonly error?: string
  /** Checks the response and updates the model. */
  effect?(body: Fields, span: Span): void | Promise<void>
}

/** A complete mutation. Sending it again is the same request. */
export interface Attempt {
  readonly by: ActorName
  /** The other actors on the same surface who may send it. */
  readonly others: readonly ActorName[]
  readonly key: string | undefined
  readonly path: string
  readonly body: Fields | FormData
  /** The same for all requests that an idempotency key treats as equal. */
  readonly fingerprint: string
  predict(now: number, by: ActorName): Prediction
}
