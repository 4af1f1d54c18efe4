import { sqlState, violatedConstraint } from '#db/database.ts'
import { statement } from '#db/statement.ts'
import { day, iso } from '#lib/clock.ts'
import type { Call, Change } from './call.ts'
import { invalid, Refusal } from './errors.ts'

/** An answer as it is stored and sent: interface section 7.3. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The key of a mutation and what it was used for. */
export interface Key {
  readonly key: string
  /** SHA-256 of method, path, query and body. */
  readonly fingerprint: string
}

/** The value of an Idempotency-Key header: 8 to 128 visible ASCII characters. */
export const readKey = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x21-\x7e]{8,128}$/.test(header)) return header
  throw invalid(['Idempotency-Key'], 'must be 8 to 128 visible ASCII characters')
}

const primaryKey = 'idempotency_key_pkey'
const retention = day

/** `organization_id, credential_id, key, fingerprint, status, headers, body, created_at` */
const remember = statement(
  'remember_answer',
  `insert into idempotency_key (organization_id, credential_id, key, fingerprint, status, headers, body, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

const recall = statement<{ fingerprint: string; status: number; headers: string; body: string; created_at: Date }>(
  'recall_answer',
  `select fingerprint, status, headers, body, created_at from idempotency_key
    where organization_id = $1 and credential_id = $2 and key = $3`,
)

const forget = statement(
  'forget_answer',
  `delete from idempotency_key
    where organization_id = $1 and credential_id = $2 and key = $3 and created_at <= $4`,
)

/**
 * Writes the answer in the transaction of the effect. The insert comes last: a duplicate that is still running waits
 * for the unique index and then fails as a whole, so the effect exists once and needs no look-up beforehand.
 */
export const rememberAnswer = (change: Change, { key, fingerprint }: Key, answer: Answer): void => {
  const { organizationId, actor, now } = change
  const { status, headers, body } = answer
  change.tx.write(remember, [
    organizationId,
    actor.credentialId,
    key,
    fingerprint,
    status,
    JSON.stringify(headers),
    body,
    iso(now),
  ])
}

/** True when a transaction failed because its key already has an answer. */
export const isTaken = (error: unknown): boolean => violatedConstraint(error) === primaryKey

/** True when a duplicate waited 10 seconds for the first call and gives up. */
export const isStillRunning = (error: unknown): boolean => sqlState(error) === '55P03'

/** The stored answer of a key, or undefined when it is unknown or older than 24 hours (then it is forgotten). */
export const recallAnswer = async (call: Call, { key, fingerprint }: Key): Promise<Answer | undefined> => {
  const { organizationId, actor, now, db } = call
  const id = [organizationId, actor.credentialId, key]
  const [stored] = await db.read(organizationId, recall, id)
  if (!stored) return undefined
  if (stored.created_at.getTime() <= now - retention) {
    await db.transaction(organizationId, tx => tx.write(forget, [...id, iso(now - retention)]))
    return undefined
  }
  if (stored.fingerprint !== fingerprint)
    throw new Refusal('idempotency_mismatch', 'This Idempotency-Key was used for a different request.')
  return { status: stored.status, headers: JSON.parse(stored.headers), body: stored.body }
}
