import { type Static, Type } from 'typebox'
import type { Transaction } from '#db/database.ts'
import { choice, nullable, statement, text } from '#db/statement.ts'
import type { Change, Services } from '#http/call.ts'
import { Id, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { idFloor } from '#lib/ids.ts'
import {
  type SecurityEventType,
  type Severity,
  securityEventCatalogue,
  securityEventTypes,
  severities,
} from './security-event-catalogue.ts'

const context = {
  requestId: Type.Optional(Type.String({ description: 'The request or job run in which it occurred.' })),
  resourceId: Type.Optional(Type.String({ description: 'The record concerned.' })),
  personId: Type.Optional(Type.String({ description: 'The person whose account is concerned.' })),
  bindingId: Type.Optional(Type.String({ description: 'The storage binding.' })),
  migrationId: Type.Optional(Type.String({ description: 'The storage migration.' })),
  runId: Type.Optional(Type.String({ description: 'The run of a job, a check or a migration.' })),
  job: Type.Optional(Type.String({ description: 'The scheduled job.' })),
  probe: Type.Optional(Type.String({ description: 'The probe of the storage binding that failed.' })),
  check: Type.Optional(Type.String({ description: 'The check that found it.' })),
  state: Type.Optional(Type.String({ description: 'The new state.' })),
  code: Type.Optional(Type.String({ description: 'An error code, such as ENOENT.' })),
  count: Type.Optional(Type.Integer({ description: 'How often it occurred, or how many records it affects.' })),
  firstSeenAt: Type.Optional(Type.String({ description: 'When it first occurred, if it occurred more than once.' })),
}

/** A security event, recorded separately from the audit trail. */
export const SecurityEvent = Type.Object(
  {
    id: Id('sev'),
    type: Type.Enum([...securityEventTypes]),
    severity: Type.Enum([...severities]),
    organizationId: Type.String({ description: 'The organization concerned, or install.' }),
    reason: Type.String({
      description: 'A description of the event, without provider errors, secrets or stack traces.',
    }),
    context: Type.Object(context, { description: 'The ids, codes and counts that help to find the cause.' }),
    createdAt: Timestamp,
  },
  { title: 'SecurityEvent' },
)

export type SecurityEvent = Static<typeof SecurityEvent>

const fields = [...Object.keys(SecurityEvent.properties), ...Object.keys(context)]

const insertSecurityEvent = statement(
  'insert_security_event',
  { id: text, type: choice<SecurityEventType>, severity: choice<Severity>, record: text },
  `insert into security_event (organization_id, id, type, severity, record)
   values (:organization, :id, :type, :severity, :record)`,
)

/** Ensures that only one transaction at a time, across all nodes, decides whether to record an event again. */
const lockType = statement(
  'lock_security_event_type',
  { type: text },
  `select pg_advisory_xact_lock(hashtextextended(:organization || ' ' || :type::text, 13))`,
)

/** The context field that distinguishes events of one type. */
export type Subject = 'personId' | 'bindingId' | 'check'

const findSince = statement(
  'find_security_event_since',
  { type: text, from: text, subject: choice<Subject>, subjectId: nullable(text) },
  `select id from security_event
    where organization_id = :organization and type = :type and id >= :from
      and (:subjectId::text is null or record::json -> 'context' ->> :subject::text = :subjectId)
    limit 1`,
)

// Excludes addresses and paths.
const identifier = /^[\w.:-]{1,128}$/

const isIdentifier = (value: string | number): boolean =>
  typeof value === 'number' ? Number.isSafeInteger(value) : identifier.test(value)

const identifiersOf = (context: SecurityEvent['context']): SecurityEvent['context'] =>
  Object.fromEntries(Object.entries(context).filter(([, value]) => isIdentifier(value)))

/**
 * An event to record. Severity and reason come from the catalogue; the context holds only identifiers, codes and
 * counts.
 */
export interface SecurityEventInput {
  readonly type: SecurityEventType
  readonly context: SecurityEvent['context']
}

interface Recording extends Pick<Services, 'ids' | 'clock' | 'log' | 'metrics'> {
  readonly organizationId: string
  readonly requestId?: string
}

const write = (recording: Recording, tx: Transaction, input: SecurityEventInput): SecurityEvent => {
  const { ids, clock, log, metrics, organizationId, requestId } = recording
  const { type } = input
  // Uses the current time instead of the call's, so that readers who continue after an id miss no late event.
  const now = clock.now()
  const { severity, reason } = securityEventCatalogue[type]
  const event: SecurityEvent = {
    id: ids.next('sev', now),
    type,
    severity,
    organizationId,
    reason,
    context: identifiersOf({ ...(requestId !== undefined && { requestId }), ...input.context }),
    createdAt: iso(now),
  }
  const record = JSON.stringify(event, fields)
  tx.write(insertSecurityEvent, { id: event.id, type, severity, record })
  tx.afterCommit(() => {
    log.warn({ event: 'security_event', kind: type, organization: organizationId, record: event.id })
    metrics.securityEvents.inc({ type })
  })
  return event
}

/**
 * Records a security event of a change's organization in the transaction of the change.
 */
export const writeSecurityEvent = (change: Recording & Pick<Change, 'tx'>, input: SecurityEventInput): SecurityEvent =>
  write(change, change.tx, input)

type Recorder = Pick<Services, 'db' | 'ids' | 'clock' | 'log' | 'metrics'>

/** Records a security event of an organization, or of `install`, in its own transaction, and logs it. */
export const recordSecurityEvent = (
  { db, ...services }: Recorder,
  organizationId: string,
  input: SecurityEventInput,
): Promise<SecurityEvent> => db.transaction(organizationId, tx => write({ ...services, organizationId }, tx, input))

/**
 * Records a security event in the transaction of a change, unless an event of this type, and about the same subject if
 * the context names one, was recorded in the last `within` milliseconds.
 */
export const writeOnce = async (
  change: Recording & Pick<Change, 'tx'>,
  { type, context }: SecurityEventInput,
  within: number,
  subject: Subject = 'personId',
): Promise<SecurityEvent | undefined> => {
  const { tx, clock } = change
  await tx.query(lockType, { type })
  const from = idFloor('sev', clock.now() - within)
  const [earlier] = await tx.query(findSince, { type, from, subject, subjectId: context[subject] ?? null })
  return earlier ? undefined : write(change, tx, { type, context })
}

/** `writeOnce` in its own transaction. */
export const recordOnce = (
  { db, ...services }: Recorder,
  organizationId: string,
  input: SecurityEventInput,
  within: number,
  subject?: Subject,
): Promise<SecurityEvent | undefined> =>
  db.transaction(organizationId, tx => {
    // Searches the organization for earlier events, because a guest, who sees no events, may have triggered this one.
    tx.rebind(organizationId)
    return writeOnce({ ...services, organizationId, tx }, input, within, subject)
  })
