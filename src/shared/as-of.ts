import { type Static, Type } from 'typebox'
import type { Bound, StoredRow } from '#family/bound.ts'
import { AuditEvent } from '#http/audit.ts'
import type { Call } from '#http/call.ts'
import { invalid } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { inFuture, notTimestamp } from '#http/sentences.ts'
import { iso, parseTimestamp } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { idFloor } from '#lib/ids.ts'
import { type LeftOut, type ProofPage, proofOf } from './exportable.ts'

/** The query parameters of a list of records as they stood at a time. */
export const asOfQuery = {
  at: {
    ...Timestamp,
    description: 'The time. Changes logged in this millisecond are included, later ones are not.',
  },
}

/**
 * The audit trail stores digests, not the texts of records. A past record is reassembled from texts that were kept, and
 * proved by the audit row of its last change before that time.
 */
export const AsOfProof = Type.Object(
  {
    state: Type.Enum(['proved', 'textNotKept', 'differs', 'noRow'], {
      description: [
        'proved: the record shown has the digest of the row.',
        'textNotKept: the fields that are null were changed later, and their earlier values were not kept.',
        'differs: the record shown does not have the digest, although all of its values were kept.',
        'noRow: the trail has no row for a change.',
      ].join(' '),
    }),
    auditEventId: Nullable(Id('aud')),
    digest: Nullable(
      Type.String({ description: 'SHA-256 of the record at that time, according to that row, hexadecimal.' }),
    ),
  },
  { title: 'AsOfProof' },
)

export type AsOfProof = Static<typeof AsOfProof>

/** A point in time, as statement parameters. */
export interface Moment {
  readonly at: string
  /** The suffix that sorts before every identifier created after that time. */
  readonly after: string
}

/** Converts a past time in milliseconds since the epoch. */
export const momentAt = (at: number): Moment => ({ at: iso(at), after: idFloor('', at + 1).slice(1) })

/** Parses a timestamp. Throws a 400 if it is malformed, or in the future: that state can still change. */
export const momentOf = ({ now }: Pick<Call, 'now'>, text: string): Moment => {
  const at = parseTimestamp(text)
  if (at === undefined) throw invalid(['at'], notTimestamp)
  if (at > now) throw invalid(['at'], inFuture)
  return momentAt(at)
}

/**
 * SQL: the audit rows of changes to the record `t.id` up to the time, newest first. Skips rows without a change, such
 * as refusals and repeats, but examines at most 5,000 rows.
 */
export const changesOf = (actions: readonly string[]): string => `array(
            select e.record from (
              select a.id, a.action, a.record, a.record::json as r from audit_event a
               where a.organization_id = :organization and a.resource_id = t.id and a.id < 'aud_' || :after
               order by a.id desc limit 5000) e
             where e.action in (${actions.map(action => `'${action}'`).join()})
               and e.r ->> 'afterDigest' is not null and e.r ->> 'beforeDigest' is distinct from e.r ->> 'afterDigest'
             order by e.id desc limit 8)`

const followChanges = (last: AuditEvent, rows: readonly AuditEvent[]): AuditEvent => {
  const next = rows.find(row => row.beforeDigest === last.afterDigest)
  return next
    ? followChanges(
        next,
        rows.filter(row => row !== next),
      )
    : last
}

/**
 * Finds the last change. Rows have the start times of their calls, by the clocks of several nodes, so their order
 * follows from the digests: each change begins with the digest that the previous one ended with.
 */
export const latestOf = (changes: readonly string[]): AuditEvent | undefined => {
  const [newest, ...rows] = changes.map(record => readRecord(AuditEvent, record))
  return newest && followChanges(newest, rows)
}

/** Returns the first text that has the digest of the row, with the proof; undefined if none has it. */
export const proofBy = ({ id, afterDigest }: AuditEvent, texts: readonly string[]) => {
  const text = texts.find(text => sha256Hex(text) === afterDigest)
  const proof: AsOfProof = { state: 'proved', auditEventId: id, digest: afterDigest }
  return text === undefined ? undefined : { text, proof }
}

/** The proof state of a record for which no text matches the digest. */
export const withoutProof = (row: AuditEvent | undefined, isKept: boolean): AsOfProof => {
  if (!row) return { state: 'noRow', auditEventId: null, digest: null }
  return { state: isKept ? 'differs' : 'textNotKept', auditEventId: row.id, digest: row.afterDigest }
}

/** A record reassembled as it stood at a time, with its proof. */
export interface PastRecord {
  /** The record as it is today. */
  readonly row: StoredRow
  /** The public record at that time, verbatim. */
  readonly text: string
  readonly proof: AsOfProof
}

/** The reason why a bundle omits a reassembled record, by the state of its proof. */
const omissionReasons: Readonly<Record<AsOfProof['state'], LeftOut['reason'] | undefined>> = {
  proved: undefined,
  differs: undefined,
  textNotKept: 'not kept',
  noRow: 'without a row',
}

/** A page of past records for a bundle. Counts the records that it omits. Records that differ fail verification. */
export const pageAsOf = (family: string, bound: Bound, stood: readonly PastRecord[]): ProofPage => {
  const reasons = stood.map(({ proof }) => omissionReasons[proof.state])
  const included = stood.filter((_, n) => reasons[n] === undefined)
  return {
    family,
    records: included.map(({ row, text: record, proof }) => ({
      ...proofOf(bound, row),
      record,
      stood: proof.state === 'differs' ? 'differs' : 'proved',
    })),
    leftOut: reasons.flatMap(reason => (reason ? [{ kind: 'records', reason, count: 1 }] : [])),
  }
}
