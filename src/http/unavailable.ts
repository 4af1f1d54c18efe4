import pg from 'pg'
import { PoolBusy } from '#db/fair-share.ts'
import { OutcomeUnknown } from '#db/outcome.ts'
import { sqlState } from '#db/sql-error.ts'
import {
  BindingUnavailable,
  BlobCorrupt,
  BlobDamaged,
  BlobMissing,
  BlobStoreUnavailable,
  type Damage,
} from '#lib/blob-store.ts'
import { KeyMissing, KeyUnavailable } from '#lib/data-keys.ts'
import { Overloaded } from '#lib/hash-queue.ts'
import { ScannerUnavailable } from '#lib/malware-scanner.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { Refusal } from './errors.ts'
import { isStillRunning } from './idempotency.ts'

/** A reason why an action is currently impossible. */
interface Cause {
  /** The name in metrics. */
  readonly name: string
  readonly applies: (error: unknown) => boolean
  readonly sentence: Sentence
  /** Fields for programs, in addition to the sentence. */
  readonly extra?: Readonly<Record<string, string>>
  /** The seconds after which to retry; 1 by default. */
  readonly retryAfter?: number
}

const hourSeconds = 3600

const unreachable: ReadonlySet<string | undefined> = new Set([
  '53200',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  '40001',
  '40P01',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
])

const brokenConnection = /connection terminated|not queryable|trying to connect/i

const isUnreachable = (error: unknown): boolean => {
  const state = sqlState(error)
  if (state?.startsWith('08') || unreachable.has(state)) return true
  // The client gives these errors no code. Messages from the server are excluded, because it may translate them.
  return error instanceof Error && !(error instanceof pg.DatabaseError) && brokenConnection.test(error.message)
}

const inState = (state: string) => (error: unknown) => sqlState(error) === state
const ofKind = (kind: new (cause: never) => Error) => (error: unknown) => error instanceof kind
const isDamaged = (damage: Damage) => (error: unknown) => error instanceof BlobDamaged && error.damage === damage
const codeOfCause = (error: unknown): string | undefined =>
  error instanceof Error ? (sqlState(error) ?? sqlState(error.cause)) : undefined
const storageFailure =
  (...codes: string[]) =>
  (error: unknown) =>
    error instanceof BlobStoreUnavailable && codes.includes(codeOfCause(error) ?? '')

const doubtName = 'database_in_doubt'

/** The first cause that applies is reported. Causes that only the operator can remove have their own names. */
const causes: readonly Cause[] = [
  {
    name: 'hashing',
    applies: ofKind(Overloaded),
    sentence: sentence`server.too_many_sign_ins: Too many sign-ins at once; try again in a few seconds.`,
  },
  {
    name: doubtName,
    applies: ofKind(OutcomeUnknown),
    sentence: sentence`server.outcome_unknown: The database cannot be reached now, so it is unknown whether the change was made. Check before you repeat it.`,
  },
  {
    name: 'locked',
    applies: isStillRunning,
    sentence: sentence`server.locked: Another change to the same data is still running; try again in a few seconds.`,
  },
  {
    name: 'crowded',
    applies: ofKind(PoolBusy),
    sentence: sentence`server.busy: The database is busy with other calls; try again in a few seconds.`,
  },
  {
    name: 'storage_full',
    applies: storageFailure('ENOSPC', 'EDQUOT'),
    sentence: sentence`storage.full: File storage is full; ask the operator to add space.`,
  },
  {
    name: 'storage_read_only',
    applies: storageFailure('EROFS'),
    sentence: sentence`storage.read_only: File storage accepts no changes now; ask the operator to make it writable.`,
  },
  {
    name: 'storage_binding',
    applies: ofKind(BindingUnavailable),
    sentence: sentence`storage.binding_unavailable: File storage is not available now; it is checked again every few seconds.`,
    retryAfter: 10,
  },
  {
    name: 'storage_file_altered',
    applies: isDamaged('altered'),
    sentence: sentence`file.altered: The stored file is damaged; ask the operator to restore it. Repeating the call does not help until then.`,
    extra: { file: 'altered' },
    retryAfter: hourSeconds,
  },
  {
    name: 'storage_file_missing',
    applies: error => error instanceof BlobMissing || isDamaged('missing')(error),
    sentence: sentence`file.missing: The stored file is missing; ask the operator to restore it. Repeating the call does not help until then.`,
    extra: { file: 'missing' },
    retryAfter: hourSeconds,
  },
  {
    name: 'storage_key_missing',
    applies: ofKind(KeyMissing),
    sentence: sentence`file.key_destroyed: The stored file can no longer be opened: the key that encrypted it was destroyed.`,
    extra: { file: 'missing' },
    retryAfter: hourSeconds,
  },
  {
    name: 'storage_key',
    applies: ofKind(KeyUnavailable),
    sentence: sentence`storage.key_unavailable: The key of the stored files is not available now; try again in a few seconds.`,
    retryAfter: 10,
  },
  {
    name: 'storage',
    applies: error => [BlobStoreUnavailable, BlobCorrupt].some(kind => error instanceof kind),
    sentence: sentence`storage.unavailable: File storage is not available now; try again in a few seconds.`,
  },
  {
    name: 'malware_scanner',
    applies: ofKind(ScannerUnavailable),
    sentence: sentence`upload.scanner_unavailable: The malware scanner is not available now, so nothing was stored; try again in a few seconds.`,
    retryAfter: 10,
  },
  {
    name: 'database_full',
    applies: inState('53100'),
    sentence: sentence`server.database_full: The database has no space left for changes; ask the operator to add some.`,
  },
  {
    name: 'database_read_only',
    applies: inState('25006'),
    sentence: sentence`server.database_read_only: The database accepts no changes now; try again in a few seconds.`,
  },
  {
    name: 'database_slow',
    applies: inState('57014'),
    sentence: sentence`server.database_slow: The database did not finish this in time; try again later.`,
  },
  {
    name: 'database',
    applies: isUnreachable,
    sentence: sentence`server.database_unreachable: The database cannot be reached now; try again in a few seconds.`,
  },
]

const refusal = (cause: Omit<Cause, 'applies'>, error: unknown): Refusal =>
  new Refusal('unavailable', cause.sentence, {
    headers: { 'retry-after': String(cause.retryAfter ?? 1) },
    ...(cause.extra && { extra: cause.extra }),
    cause: { name: cause.name, code: codeOfCause(error) ?? '' },
    error,
  })

/** Returns the 503 for an action that is currently impossible; undefined for other errors. */
export const unavailable = (error: unknown): Refusal | undefined => {
  const cause = causes.find(({ applies }) => applies(error))
  return cause && refusal(cause, error)
}

/** The 503 for a change with an idempotency key: a repeat reveals the outcome and has no second effect. */
export const inDoubt = (error: OutcomeUnknown): Refusal =>
  refusal(
    {
      name: doubtName,
      sentence: sentence`server.repeat_with_key: The database cannot be reached now, so it is unknown whether the change was made. Repeat it with the same Idempotency-Key.`,
    },
    error,
  )
