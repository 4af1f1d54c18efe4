import { type Static, Type } from 'typebox'
import { statement, text } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import type { Services } from './call.ts'
import { Id, Timestamp } from './schema.ts'

/** The types that are recorded, in the manner of interface section 6.6. */
const types = Object.freeze(['storageOperationsDigestMismatch', 'storageOperationsObjectMissing'] as const)

const context = {
  requestId: Type.Optional(Type.String({ description: 'The request, or the run of a job, that met it.' })),
  resourceId: Type.Optional(Type.String({ description: 'The record that it concerns.' })),
  code: Type.Optional(Type.String({ description: 'An error code, such as ENOENT.' })),
}

/** What the install recorded about itself, apart from the audit trail (interface section 6.6). */
export const SecurityEvent = Type.Object(
  {
    id: Id('sev'),
    type: Type.Enum([...types]),
    organizationId: Type.String({ description: 'The organization that it concerns, or install.' }),
    reason: Type.String({ description: 'What happened, without provider errors, secrets or stack traces.' }),
    context: Type.Object(context, { description: 'Where to look further.' }),
    createdAt: Timestamp,
  },
  { title: 'SecurityEvent' },
)

export type SecurityEvent = Static<typeof SecurityEvent>

const fields = [...Object.keys(SecurityEvent.properties), ...Object.keys(context)]

const insertSecurityEvent = statement(
  'insert_security_event',
  { id: text, type: text, record: text },
  'insert into security_event (organization_id, id, type, record) values (:organization, :id, :type, :record)',
)

// Addresses, paths, and anything long enough to be a key or a token: no reason needs them.
const suspicious = /\S*(:\/\/|[\\/@])\S*|[\w+=.-]{24,}/g
const identifier = /^[\w.:-]{1,128}$/

const sanitize = (reason: string): string =>
  reason
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(suspicious, '…')
    .trim()
    .slice(0, 300)

const identifiersOf = (given: SecurityEvent['context']): SecurityEvent['context'] =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => identifier.test(value)))

type Recorded = Pick<SecurityEvent, 'type' | 'reason' | 'context'>

/**
 * Records a security event of an organization, or of `install`, and logs it. The reason is one of our sentences;
 * anything in it that looks like an address, a path or a secret is removed, and the context holds identifiers only.
 */
export const recordSecurityEvent = async (
  { db, ids, clock, log, metrics }: Pick<Services, 'db' | 'ids' | 'clock' | 'log' | 'metrics'>,
  organizationId: string,
  { type, reason, context }: Recorded,
): Promise<SecurityEvent> => {
  const now = clock.now()
  const event: SecurityEvent = {
    id: ids.next('sev', now),
    type,
    organizationId,
    reason: sanitize(reason),
    context: identifiersOf(context),
    createdAt: iso(now),
  }
  log.warn({ event: 'security_event', kind: type, organization: organizationId, record: event.id })
  metrics.securityEvents.inc({ type })
  const record = JSON.stringify(event, fields)
  await db.transaction(organizationId, tx => tx.write(insertSecurityEvent, { id: event.id, type, record }))
  return event
}
