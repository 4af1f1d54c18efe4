import type { KeyObject } from 'node:crypto'
import type { Database, Transaction } from '#db/database.ts'
import type { Reach, ReadBounds } from '#db/framing.ts'
import type { Clock } from '#lib/clock.ts'
import type { Governor } from '#lib/governor.ts'
import type { Ids } from '#lib/ids.ts'
import type { JobRunner } from '#lib/job-runner.ts'
import type { Log } from '#lib/log.ts'
import { type Mail, noMail } from '#lib/mail.ts'
import type { Metrics } from '#lib/metrics.ts'
import type { Sealer } from '#lib/sealed.ts'
import type { Actor } from './access.ts'
import type { AccessApproval, Exclusive, NewRequest, RequestedChange } from './approval-subject.ts'
import { type AuditDetail, writeAuditEvent } from './audit.ts'
import type { Cursors } from './cursor.ts'
import { type Deliveries, emit } from './emission.ts'
import type { EventType } from './event.ts'
import type { Health } from './health.ts'
import type { Identities } from './identity.ts'
import type { Ledger } from './ledger.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { Refusals } from './refusals.ts'

/**
 * Access that a person may keep without signing in: links and secret addresses of a feature, and requests that wait for
 * a second administrator.
 */
export interface RevocableLinks {
  /** Whether this access ends with its creator's password, or with the creator's role as administrator. */
  readonly revokedOn: 'password' | 'admin_role'
  /** Revokes everything that a person created; writes an audit row for each. */
  revoke(change: Change, personId: string): Promise<void>
}

/** A feature's changes of one kind that a second administrator confirms. `features.ts` collects these. */
export interface ApprovalSubject {
  readonly kind: AccessApproval
  /** Makes the change in the transaction of the confirmation. Throws a refusal if it is no longer possible. */
  apply(change: Change, request: RequestedChange): Promise<Pick<AuditDetail, 'detail'> | undefined>
  /** Deletes the proposal. */
  drop?(change: Change, request: RequestedChange): Promise<void>
}

/** Stores requests for changes that need a second administrator. */
export interface Approvals {
  /**
   * Stores a request by the caller. Throws a 409 if no other administrator could confirm it, and a 422 while a request
   * that `exclusive` names is open.
   */
  request(
    change: Change,
    request: NewRequest,
    exclusive: Exclusive,
  ): Promise<{ readonly id: string; readonly record: string }>
}

/** The location of the operator's license, and the key that verifies it. */
export interface LicenseLocation {
  readonly file: string
  readonly key: KeyObject | undefined
}

/**
 * The capabilities that features provide, by name. Each is declared next to its interface, with
 * `declare module '#http/call.ts'`. Endpoints list those that they use in `needs`; other code types its context as
 * `Call & Provided<'blobs'>`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add the capabilities
export interface Capabilities {}

export type Provided<Name extends keyof Capabilities> = Pick<Capabilities, Name>

/** The services that are created before deliveries and jobs. */
export interface CoreServices {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly metrics: Metrics
  /** Slows background work down while requests are running. */
  readonly governor: Governor
  /** Links and addresses that grant access without signing in. */
  readonly revocableLinks: readonly RevocableLinks[]
  /** Access changes that a second administrator must confirm. */
  readonly approvalSubjects: readonly ApprovalSubject[]
  readonly approvals: Approvals
  readonly cursors: Cursors
  readonly limiter: RateLimiter
  readonly refusals: Refusals
  /** Proofs of the audit trail. */
  readonly ledger: Ledger
  readonly identities: Identities
  readonly mail: Mail
  /** Seals secrets at rest. */
  readonly sealer: Sealer
  /** Identifies this process among the nodes of the install. */
  readonly nodeId: string
  readonly settings: {
    /** Public base address, without a trailing slash. */
    readonly url: string
    readonly maxUploadBytes: number
    /** The folder for files in transit, only for this node, which deletes it when it stops. */
    readonly scratchFolder: string
    /** The rate at which stored files are re-read, for all organizations together. */
    readonly scrubBytesPerSecond: number
    /** How many days events and delivery attempts are kept. */
    readonly webhookRetentionDays: number
    /** Milliseconds after which an unused session ends. */
    readonly sessionIdle: number
    /** The location of the license and the key that verifies it; undefined for the community license. */
    readonly license: LicenseLocation | undefined
  }
}

/** The services of jobs and endpoints. */
export interface Services extends CoreServices {
  /** Receives the events queued for webhooks. */
  readonly deliveries: Deliveries
}

/** The services of jobs and endpoints, with the capabilities of all features. */
export type AllServices = Services & Capabilities

/** The services of endpoints, which can also run jobs and check health. */
export interface EndpointServices extends Services {
  readonly jobs: JobRunner
  readonly health: Health
  /** True once this process has begun to stop. */
  readonly draining: () => boolean
}

/** One call, bound to its organization: the context of a read. */
export interface Call extends Services {
  readonly actor: Actor
  readonly organizationId: string
  readonly requestId: string
  /** The time of the call in milliseconds; all rows that it writes carry this time. */
  readonly now: number
  readonly read: Transaction['query']
}

/** A call inside its transaction: the context of a mutation. */
export interface Change extends Call {
  readonly tx: Transaction
  readonly reason: string | null
  /**
   * Writes an event to the outbox and to the queues of its subscribers, or only to the queue of `endpointId`. Returns
   * the event's id. `data` contains rendered records by name, such as `{ claim }`.
   */
  emit(type: EventType, data: Readonly<Record<string, string>>, endpointId?: string): string
  /** Writes the audit row of a resource, with the digests of its old and new content. */
  audit(resourceId: string, change?: AuditDetail): void
  /** The number of audit rows written so far. */
  readonly audits: number
}

/** Limits a database to the rows of an organization that a member of units, or a guest, may see. */
const limitDatabase = (db: Database, reach: Reach): Database => {
  const limited = (bounds: ReadBounds) => (bounds === reach.organizationId ? reach : bounds)
  return {
    ...db,
    get pool() {
      return db.pool
    },
    read: (bounds, statement, values) => db.read(limited(bounds), statement, values),
    readTogether: (bounds, reads) => db.readTogether(limited(bounds), reads),
    transaction: (bounds, work) => db.transaction(limited(bounds), work),
    snapshot: (bounds, work) => db.snapshot(limited(bounds), work),
  }
}

export const beginCall = <Base extends Services>(services: Base, actor: Actor, requestId: string): Call & Base => {
  const { organizationId, units = null, room, credentialId: sessionId } = actor
  const reach = { organizationId, units, ...(room && { room: { id: room.id, sessionId } }) }
  const db = units === null && !room ? services.db : limitDatabase(services.db, reach)
  return {
    ...services,
    ...(actor.sample && { mail: noMail }),
    db,
    actor,
    organizationId,
    requestId,
    now: services.clock.now(),
    read: (statement, values) => db.read(organizationId, statement, values),
  }
}

/** Puts a call inside a transaction. `action` names it in the audit trail. */
export const change = <Base extends Call>(
  call: Base,
  tx: Transaction,
  action: string,
  reason: string | null,
): Change & Base => {
  let audits = 0
  return {
    ...call,
    tx,
    reason,
    get audits() {
      return audits
    },
    read: (statement, values) => tx.query(statement, values),
    emit: (type, data, endpointId) => emit(call, tx, { type, data, endpointId }),
    audit(resourceId, row) {
      if (audits === 0) tx.afterCommit(call.ledger.wake)
      audits++
      writeAuditEvent(call, tx, resourceId, { action, reason, ...row })
    },
  }
}
