import { sqlState } from '#db/database.ts'
import { DatabaseSilent } from '#db/pulse.ts'
import { Crowded } from '#db/turns.ts'
import { BlobCorrupt, BlobMissing, BlobStoreUnavailable } from '#lib/blob-store.ts'
import { Overloaded } from '#lib/hash-queue.ts'
import { Refusal } from './errors.ts'
import { isStillRunning } from './idempotency.ts'

/** Why something cannot be done now. */
interface Cause {
  /** For metrics. */
  readonly name: string
  readonly applies: (error: unknown) => boolean
  readonly sentence: string
}

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

/** The server fell silent, or the connection ended, after something was sent. */
export const isLost = (error: unknown): boolean =>
  error instanceof DatabaseSilent ? error.sent : error instanceof Error && /connection terminated/i.test(error.message)

const isUnreachable = (error: unknown): boolean => {
  const state = sqlState(error)
  if (state?.startsWith('08') || unreachable.has(state) || isLost(error)) return true
  return error instanceof Error && /not queryable|trying to connect/i.test(error.message)
}

const inState = (state: string) => (error: unknown) => sqlState(error) === state
const ofKind = (kind: new () => Error) => (error: unknown) => error instanceof kind
const codeOfCause = (error: unknown): string | undefined =>
  error instanceof Error ? (sqlState(error) ?? sqlState(error.cause)) : undefined
const storage =
  (...codes: string[]) =>
  (error: unknown) =>
    error instanceof BlobStoreUnavailable && codes.includes(codeOfCause(error) ?? '')

/** The first that applies. What is `full` or `read_only` is said as that, since waiting does not mend it. */
const causes: readonly Cause[] = [
  { name: 'hashing', applies: ofKind(Overloaded), sentence: 'Too many sign-ins at once; try again.' },
  {
    name: 'locked',
    applies: isStillRunning,
    sentence: 'Another change that is still running has locked what this needs.',
  },
  { name: 'crowded', applies: ofKind(Crowded), sentence: 'The database is busy with other calls; try again.' },
  { name: 'storage_full', applies: storage('ENOSPC', 'EDQUOT'), sentence: 'File storage is full.' },
  { name: 'storage_read_only', applies: storage('EROFS'), sentence: 'File storage is read-only now.' },
  {
    name: 'storage',
    applies: error => [BlobStoreUnavailable, BlobMissing, BlobCorrupt].some(kind => error instanceof kind),
    sentence: 'File storage is not available now.',
  },
  { name: 'database_full', applies: inState('53100'), sentence: 'The database has no space left for changes.' },
  { name: 'database_read_only', applies: inState('25006'), sentence: 'The database is read-only now.' },
  { name: 'database_slow', applies: inState('57014'), sentence: 'The database did not finish this in time.' },
  { name: 'database', applies: isUnreachable, sentence: 'The database cannot be reached now.' },
]

const refusal = (sentence: string, cause: string, error: unknown): Refusal =>
  new Refusal('unavailable', sentence, {
    headers: { 'retry-after': '1' },
    cause: { name: cause, code: codeOfCause(error) ?? '' },
  })

/** The 503 for what cannot be done now, in a sentence that is true; undefined for other errors. */
export const unavailable = (error: unknown): Refusal | undefined => {
  const cause = causes.find(({ applies }) => applies(error))
  return cause && refusal(cause.sentence, cause.name, error)
}

/** The connection may have been lost after the commit. */
export const inDoubt = (error: unknown): Refusal =>
  refusal(
    'The database cannot be reached now. Whether the change was made is not known: repeat it with the same Idempotency-Key.',
    'in_doubt',
    error,
  )
