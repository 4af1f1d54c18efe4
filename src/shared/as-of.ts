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

/** The query of a list of records as they stood. */
export const asOfQuery = {
  at: {
    ...Timestamp,
    description: 'The moment. Changes logged in this millisecond are included, later ones are not.',
  },
}

/**
 * The trail holds digests, not texts. A past record is reassembled from the texts kept from that time and proved by the
 * audit row of its last change.
 */
export const AsOfProof = Type.Object(
  {
    state: Type.Enum(['proved', 'textNotKept', 'differs', 'noRow'], {
      description: [
        'proved: the record shown has the digest of the row.',
        'textNotKept: the fields that are null changed later, and their earlier values were not kept.',
        'differs: the record shown does not have the digest, although all of its values were kept.',
        'noRow: the trail has no row of a change.',
      ].join(' '),
    }),
    auditEventId: Nullable(Id('aud')),
    digest: Nullable(Type.String({ description: 'SHA-256 of the record then, by that row, hexadecimal.' })),
  },
  { title: 'AsOfProof' },
)

export type AsOfProof = Static<typeof AsOfProof>

/** A moment, in the form statements need. */
export interface Moment {
  readonly at: string
  /** The suffix that sorts before every identifier created after the moment. */
  readonly after: string
}

/** A moment that has passed, in milliseconds since the epoch. */
export const momentAt = (at: number): Moment => ({ at: iso(at), after: idFloor('', at + 1).slice(1) })

/** Throws a 400 for text that is not a moment, or for a future one: its state can still change. */
export const momentOf = ({ now }: Pick<Call, 'now'>, text: string): Moment => {
  const at = parseTimestamp(text)
  if (at === undefined) throw invalid(['at'], notTimestamp)
  if (at > now) throw invalid(['at'], inFuture)
  return momentAt(at)
}

/**
 * SQL: rows of changes to the record `t.id` up to the moment, newest first. Refusals and repeats change nothing; at
 * most 5,000 of them are skipped.
 */
export const changesOf = (actions: readonly string[]): string => `array(
            select e.record from (
              select a.id, a.action, a.record, a.record::json as r from audit_event a
               where a.organization_id = :organization and a.resource_id = t.id and a.id < 'aud_' || :after
               order by a.id desc limit 5000) e
             where e.action in (${actions.map(action => `'${action}'`).join()})
               and e.r ->> 'afterDigest' is not null and e.r ->> 'beforeDigest' is distinct from e.r ->> 'afterDigest'
             order by e.id desc limit 8)`

const follow = (last: AuditEvent, rows: readonly AuditEvent[]): AuditEvent => {
  const next = rows.find(row => row.beforeDigest === last.afterDigest)
  return next
    ? follow(
        next,
        rows.filter(row => row !== next),
      )
    : last
}

/**
 * The last change. Rows carry the start time of their calls, by the clock of one node or another, so the digests decide
 * which of two came later.
 */
export const lastOf = (changes: readonly string[]): AuditEvent | undefined => {
  const [newest, ...rows] = changes.map(record => readRecord(AuditEvent, record))
  return newest && follow(newest, rows)
}

/** The first text with the digest of the row, and the proof; undefined if none has it. */
export const proveBy = ({ id, afterDigest }: AuditEvent, texts: readonly string[]) => {
  const text = texts.find(text => sha256Hex(text) === afterDigest)
  const proof: AsOfProof = { state: 'proved', auditEventId: id, digest: afterDigest }
  return text === undefined ? undefined : { text, proof }
}

/** The proof state if nothing is proved. */
export const unproved = (row: AuditEvent | undefined, isKept: boolean): AsOfProof => {
  if (!row) return { state: 'noRow', auditEventId: null, digest: null }
  return { state: isKept ? 'differs' : 'textNotKept', auditEventId: row.id, digest: row.afterDigest }
}

/** A record reassembled as it stood at a moment, with the state of its proof. */
export interface Stood {
  /** The record as it is today. */
  readonly row: StoredRow
  /** The public record at that moment, verbatim. */
  readonly text: string
  readonly proof: AsOfProof
}

/** Why a reassembled record is missing from a bundle. */
const missing: Readonly<Record<AsOfProof['state'], LeftOut['reason'] | undefined>> = {
  proved: undefined,
  differs: undefined,
  textNotKept: 'not kept',
  noRow: 'without a row',
}

/** Past records: those that cannot be shown are counted, and any that differ from their rows will fail verification. */
export const pageOfStood = (family: string, of: Bound, stood: readonly Stood[]): ProofPage => {
  const reasons = stood.map(({ proof }) => missing[proof.state])
  const shown = stood.filter((_, n) => reasons[n] === undefined)
  return {
    family,
    records: shown.map(({ row, text: record, proof }) => ({
      ...proofOf(of, row),
      record,
      stood: proof.state === 'differs' ? 'differs' : 'proved',
    })),
    leftOut: reasons.flatMap(reason => (reason ? [{ kind: 'records', reason, count: 1 }] : [])),
  }
}
