import { type Static, Type } from 'typebox'
import type { Change } from '#http/call.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { Line, Snapshot, Timestamp } from '#http/schema.ts'
import { notTimestamp, tooFarAhead } from '#http/sentences.ts'
import { iso, minute, parseTimestamp } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { findExclusionReason, findPackageInvolved, needsFourEyes } from './four-eyes.ts'
import { getLockedPackage } from './locked-package.ts'
import { packageEvents, renderPackage, SubmissionPackage } from './package.ts'
import {
  type EventKind,
  eventKinds,
  type PackageStatus,
  possibleKinds,
  sendsPackage,
  stateAfterEvent,
} from './policy.ts'
import {
  findEventBySource,
  insertEvent,
  nextLogTime,
  type PackageRow,
  packageContent,
  receiptPolicyOf,
  toPackageState,
  updatePackage,
} from './queries.ts'
import { renderEvent, SubmissionEvent } from './submission-event.ts'

/** How far a source's clock may run ahead of the server's. */
const tolerance = 5 * minute

export const EventInput = Type.Object({
  eventKind: Type.Enum([...eventKinds]),
  occurredAt: Timestamp,
  eventSnapshot: Snapshot('Detail for later auditors: recipient references, acknowledgement, delivery channel.'),
  sourceEventKey: Type.Optional(
    Line(200, "The source's own identifier of the event. A repetition returns the first record, at any later time."),
  ),
})

interface EventRequest extends Static<typeof EventInput> {
  readonly packageId: string
}

const readTime = (text: string, now: number): number => {
  const time = parseTimestamp(text)
  if (time === undefined) throw invalid(['occurredAt'], notTimestamp)
  if (time > now + tolerance) throw invalid(['occurredAt'], tooFarAhead)
  return time
}

const listKinds = (kinds: readonly EventKind[]): string => (kinds.length === 0 ? 'none' : kinds.join(', '))

/** A rejection that names the status and the events that are possible in it. */
const invalidTransition = (row: PackageRow, kind: EventKind): Refusal =>
  new Refusal(
    'unprocessable',
    sentence`package.event_not_valid: The package is ${{ status: row.status }}, so the event ${{ kind }} is not possible. Possible events: ${{ possible: listKinds(possibleKinds(receiptPolicyOf(row), toPackageState(row))) }}.`,
  )

const findRepeated = async (change: Change, { packageId, sourceEventKey, eventKind }: EventRequest) => {
  if (sourceEventKey === undefined) return undefined
  const [first] = await change.tx.query(findEventBySource, { packageId, sourceEventKey })
  if (first && first.event_kind !== eventKind)
    throw new Refusal(
      'conflict',
      sentence`package.event_key_used: This sourceEventKey was already used for ${{ first: first.event_kind }}, not ${{ kind: eventKind }}.`,
    )
  return first
}

interface EventOutcome {
  readonly statusBefore: PackageStatus | null
  readonly statusAfter: PackageStatus
  /** The rendered package after the event. */
  readonly submissionPackage: string
  readonly occurredAt: number
  readonly loggedAt: number
  readonly selfDecided?: true | undefined
}

/** Writes the record of a submission event, emits the webhook events, and returns the record. */
export const logEvent = (change: Change, request: Omit<EventRequest, 'occurredAt'>, outcome: EventOutcome): string => {
  const { ids, tx, reason } = change
  const { packageId, eventKind, eventSnapshot, sourceEventKey = null } = request
  const { submissionPackage, statusBefore, statusAfter, occurredAt, loggedAt, selfDecided } = outcome
  const id = ids.next('subevt', loggedAt)
  const record = renderEvent({
    id,
    submissionPackageId: packageId,
    eventKind,
    occurredAt: iso(occurredAt),
    eventSnapshot,
    reason: reason ?? '',
    statusBefore,
    statusAfter,
    sourceEventKey,
    createdAt: iso(loggedAt),
    ...(selfDecided && { selfDecided }),
  })
  const emitted = [change.emit(packageEvents.recorded, { submissionPackage, submissionEvent: record })]
  if (statusBefore !== null && statusBefore !== statusAfter)
    emitted.push(change.emit(packageEvents.statusChanged, { submissionPackage }))
  tx.write(insertEvent, { id, packageId, eventKind, sourceEventKey, webhookEvents: emitted, record })
  change.audit(id, { action: 'submission.event.create', after: record })
  return record
}

/** Throws if another person must review or approve. Returns true if the workspace lets the caller decide anyway. */
const checkFourEyes = async (change: Change, row: PackageRow, kind: EventKind): Promise<true | undefined> => {
  const policy = receiptPolicyOf(row)
  if (!needsFourEyes(policy, kind)) return undefined
  const [involvement] = await change.tx.query(findPackageInvolved, { id: row.id })
  const reason = findExclusionReason(policy, kind, involvement ?? row, change.actor)
  if (reason && !involvement?.self_decision) throw new Refusal('unprocessable', reason)
  return reason ? true : undefined
}

/** Returns the people who have reviewed or approved the package, including by this event. */
const addReviewer = ({ actor }: Change, { reviewers, approvers }: PackageRow, kind: EventKind) => {
  const withActor = (principals: readonly string[]) => [...new Set([...principals, ...principalsOf(actor)])]
  return {
    reviewers: kind === 'reviewed' ? withActor(reviewers) : reviewers,
    approvers: kind === 'approved' ? withActor(approvers) : approvers,
  }
}

/** Records an event against a package under its row lock, so that the log has the order in which calls get the lock. */
export const recordEvent = async (change: Change, request: EventRequest): Promise<Rendered> => {
  const { now, tx } = change
  const { packageId, eventKind } = request
  const occurredAt = readTime(request.occurredAt, now)
  const row = await getLockedPackage(change, packageId)
  const repeated = await findRepeated(change, request)
  if (repeated) {
    change.audit(packageId, { detail: `repeat of ${readRecord(SubmissionEvent, repeated.record).id}` })
    return new Rendered(repeated.record, 200)
  }
  const state = stateAfterEvent(receiptPolicyOf(row), toPackageState(row), eventKind)
  if (!state) throw invalidTransition(row, eventKind)
  const selfDecided = await checkFourEyes(change, row, eventKind)
  const current = readRecord(SubmissionPackage, row.record)
  const submittedAt = sendsPackage(eventKind) ? iso(occurredAt) : current.submittedAt
  const isChanged = state.status !== row.status || submittedAt !== current.submittedAt
  const loggedAt = nextLogTime(row, now)
  const updatedAt = isChanged ? iso(loggedAt) : current.updatedAt
  const after = renderPackage({ ...current, status: state.status, submittedAt, updatedAt })
  const first = row.first_submitted_at ? iso(row.first_submitted_at.getTime()) : submittedAt
  const reviews = addReviewer(change, row, eventKind)
  tx.write(updatePackage, {
    id: packageId,
    status: state.status,
    dueAt: current.dueAt,
    firstSubmittedAt: first,
    receipts: state.receipts,
    loggedAt: iso(loggedAt),
    ...reviews,
    record: after,
  })
  const record = logEvent(change, request, {
    statusBefore: row.status,
    statusAfter: state.status,
    submissionPackage: after,
    occurredAt,
    loggedAt,
    selfDecided,
  })
  const detail = selfDecided ? `${eventKind}, self-decided` : eventKind
  const times = { first_submitted_at: first === null ? null : new Date(first), logged_at: new Date(loggedAt) }
  const content = packageContent({ ...row, ...reviews, ...times, receipts: state.receipts })
  change.audit(packageId, { before: row.record, after, content, detail, at: loggedAt })
  return new Rendered(record)
}

/** The common declaration of the two endpoints that record events. */
export const eventEndpoint = {
  tag: 'Submissions',
  method: 'POST',
  status: 201,
  also: { 200: SubmissionEvent },
  action: 'submission.event.record',
  response: SubmissionEvent,
  errors: ['not_found', 'conflict', 'unprocessable'],
} as const
