import { type Static, Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import type { Change } from '#http/call.ts'
import { invalid, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Line, Snapshot, Timestamp } from '#http/schema.ts'
import { notTimestamp, tooFarAhead } from '#http/sentences.ts'
import { iso, minute, parseTimestamp } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { findPackageInvolved, isLook, whyNot } from './four-eyes.ts'
import { lockedPackage } from './locked-package.ts'
import { packageEvents, renderPackage, SubmissionPackage } from './package.ts'
import { type EventKind, eventKinds, follow, type PackageStatus, possibleKinds, sends } from './policy.ts'
import {
  findEventBySource,
  insertEvent,
  nextMoment,
  type PackageRow,
  packageContent,
  receiptPolicyOf,
  stateOf,
  updatePackage,
} from './queries.ts'
import { renderEvent, SubmissionEvent } from './submission-event.ts'

/** How far a source's clock may be ahead of ours. */
const tolerance = 5 * minute

export const EventInput = Type.Object({
  eventKind: Type.Enum([...eventKinds]),
  occurredAt: Timestamp,
  eventSnapshot: Snapshot('Detail for later auditors: recipient references, acknowledgement, delivery channel.'),
  sourceEventKey: Type.Optional(
    Line(200, "The source's own identifier of the event. A repetition returns the first record, at any later time."),
  ),
})

interface Reported extends Static<typeof EventInput> {
  readonly packageId: string
}

const momentOf = (text: string, now: number): number => {
  const at = parseTimestamp(text)
  if (at === undefined) throw invalid(['occurredAt'], notTimestamp)
  if (at > now + tolerance) throw invalid(['occurredAt'], tooFarAhead)
  return at
}

const listOf = (kinds: readonly EventKind[]): string => (kinds.length === 0 ? 'nothing' : kinds.join(', '))

/** The message names the state and the events that are valid now (interface section 3.3). */
const invalidTransition = (row: PackageRow, kind: EventKind): Refusal =>
  new Refusal(
    'unprocessable',
    sentence`package.event_not_valid: The package is ${{ status: row.status }}; ${{ kind }} is not valid now. Valid: ${{ possible: listOf(possibleKinds(receiptPolicyOf(row), stateOf(row))) }}.`,
  )

const repeatOf = async (change: Change, { packageId, sourceEventKey, eventKind }: Reported) => {
  if (sourceEventKey === undefined) return undefined
  const [first] = await change.tx.query(findEventBySource, { packageId, sourceEventKey })
  if (first && first.event_kind !== eventKind)
    throw new Refusal(
      'conflict',
      sentence`package.event_key_used: This sourceEventKey was already used for ${{ first: first.event_kind }}, not ${{ kind: eventKind }}.`,
    )
  return first
}

interface Logged {
  readonly statusBefore: PackageStatus | null
  readonly statusAfter: PackageStatus
  /** The rendered package after the event. */
  readonly submissionPackage: string
  readonly occurredAt: number
  readonly loggedAt: number
  readonly selfDecided?: true | undefined
}

/** Writes the record of a submission event, emits the webhook events, and returns the record. */
export const logEvent = (change: Change, reported: Omit<Reported, 'occurredAt'>, logged: Logged): string => {
  const { ids, tx, reason } = change
  const { packageId, eventKind, eventSnapshot, sourceEventKey = null } = reported
  const { submissionPackage, statusBefore, statusAfter, occurredAt, loggedAt, selfDecided } = logged
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
const checkEyes = async (change: Change, row: PackageRow, kind: EventKind): Promise<true | undefined> => {
  const policy = receiptPolicyOf(row)
  if (!isLook(policy, kind)) return undefined
  const [involved] = await change.tx.query(findPackageInvolved, { id: row.id })
  const why = whyNot(policy, kind, involved ?? row, change.actor)
  if (why && !involved?.self_decision) throw new Refusal('unprocessable', why)
  return why ? true : undefined
}

/** Returns the people who have reviewed or approved the package, including by this event. */
const lookedAt = ({ actor }: Change, { reviewers, approvers }: PackageRow, kind: EventKind) => {
  const and = (known: readonly string[]) => [...new Set([...known, ...principalsOf(actor)])]
  return {
    reviewers: kind === 'reviewed' ? and(reviewers) : reviewers,
    approvers: kind === 'approved' ? and(approvers) : approvers,
  }
}

/** Records an event against a package under its row lock; the order of the log is the order of the locks. */
export const recordEvent = async (change: Change, reported: Reported): Promise<Rendered> => {
  const { now, tx } = change
  const { packageId, eventKind } = reported
  const occurredAt = momentOf(reported.occurredAt, now)
  const row = await lockedPackage(change, packageId)
  const repeated = await repeatOf(change, reported)
  if (repeated) {
    change.audit(packageId, { detail: `repeat of ${readRecord(SubmissionEvent, repeated.record).id}` })
    return new Rendered(repeated.record, 200)
  }
  const state = follow(receiptPolicyOf(row), stateOf(row), eventKind)
  if (!state) throw invalidTransition(row, eventKind)
  const selfDecided = await checkEyes(change, row, eventKind)
  const present = readRecord(SubmissionPackage, row.record)
  const submittedAt = sends(eventKind) ? iso(occurredAt) : present.submittedAt
  const isChanged = state.status !== row.status || submittedAt !== present.submittedAt
  const loggedAt = nextMoment(row, now)
  const updatedAt = isChanged ? iso(loggedAt) : present.updatedAt
  const after = renderPackage({ ...present, status: state.status, submittedAt, updatedAt })
  const first = row.first_submitted_at ? iso(row.first_submitted_at.getTime()) : submittedAt
  const looked = lookedAt(change, row, eventKind)
  tx.write(updatePackage, {
    id: packageId,
    status: state.status,
    dueAt: present.dueAt,
    firstSubmittedAt: first,
    receipts: state.receipts,
    loggedAt: iso(loggedAt),
    ...looked,
    record: after,
  })
  const record = logEvent(change, reported, {
    statusBefore: row.status,
    statusAfter: state.status,
    submissionPackage: after,
    occurredAt,
    loggedAt,
    selfDecided,
  })
  const detail = selfDecided ? `${eventKind}, self-decided` : eventKind
  const moments = { first_submitted_at: first === null ? null : new Date(first), logged_at: new Date(loggedAt) }
  const content = packageContent({ ...row, ...looked, ...moments, receipts: state.receipts })
  change.audit(packageId, { before: row.record, after, content, detail, at: loggedAt })
  return new Rendered(record)
}

/** The parts that the two endpoints for recording an event share. */
export const recordingEvent = {
  tag: 'Submissions',
  method: 'POST',
  status: 201,
  also: { 200: SubmissionEvent },
  action: 'submission.event.record',
  response: SubmissionEvent,
  errors: ['not_found', 'conflict', 'unprocessable'],
} as const
