import { sqlState, violatedConstraint } from '#db/sql-error.ts'
import { number, statement, text } from '#db/statement.ts'
import { day, iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import type { Call, Change } from './call.ts'
import { invalid, Refusal } from './errors.ts'

/** A response as it is stored and sent (interface section 7.3). */
export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An idempotency key, and the request for which it was used. */
export interface Key {
  readonly key: string
  /** SHA-256 of method, path, query and body. */
  readonly fingerprint: string
}

/** Reads an Idempotency-Key header: 8 to 128 characters (interface section 7.3). */
export const readKey = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined
  if (typeof header === 'string' && /^[\x20-\x7e\x80-\xff]{8,128}$/.test(header)) return header
  throw invalid(['Idempotency-Key'], sentence`field.idempotency_key: must be 8 to 128 characters`)
}

const primaryKey = 'idempotency_key_pkey'
const retention = day

const insertResponse = statement(
  'remember_answer',
  { credentialId: text, key: text, fingerprint: text, status: number, headers: text, body: text, createdAt: text },
  `insert into idempotency_key (organization_id, credential_id, key, fingerprint, status, headers, body, created_at)
   values (:organization, :credentialId, :key, :fingerprint, :status, :headers, :body, :createdAt)`,
)

const findResponse = statement(
  'recall_answer',
  { credentialId: text, key: text },
  `select fingerprint, status, headers, body, created_at from idempotency_key
    where organization_id = :organization and credential_id = :credentialId and key = :key`,
)

const deleteResponse = statement(
  'forget_answer',
  { credentialId: text, key: text, until: text },
  `delete from idempotency_key
    where organization_id = :organization and credential_id = :credentialId and key = :key and created_at <= :until`,
)

/**
 * Stores the response in the transaction of the effect. This insert comes last: a simultaneous duplicate waits for the
 * unique index and then fails as a whole, so the effect happens once and needs no prior lookup.
 */
export const storeResponse = (change: Change, { key, fingerprint }: Key, response: StoredResponse): void => {
  const { actor, now } = change
  const { status, headers, body } = response
  change.tx.write(insertResponse, {
    credentialId: actor.credentialId,
    key,
    fingerprint,
    status,
    headers: JSON.stringify(headers),
    body,
    createdAt: iso(now),
  })
}

/** Whether a transaction failed because its key already has a response. */
export const isKeyTaken = (error: unknown): boolean => violatedConstraint(error) === primaryKey

/** Whether a duplicate has given up after waiting 10 seconds for the first call. */
export const isStillRunning = (error: unknown): boolean => sqlState(error) === '55P03'

/** Finds the stored response of a key; undefined if no response is stored. Deletes a response older than 24 hours. */
export const findStoredResponse = async (
  call: Call,
  { key, fingerprint }: Key,
): Promise<StoredResponse | undefined> => {
  const { organizationId, actor, now, db } = call
  const id = { credentialId: actor.credentialId, key }
  const [stored] = await db.read(organizationId, findResponse, id)
  if (!stored) return undefined
  if (stored.created_at.getTime() <= now - retention) {
    await db.transaction(organizationId, tx => tx.write(deleteResponse, { ...id, until: iso(now - retention) }))
    return undefined
  }
  if (stored.fingerprint !== fingerprint)
    throw new Refusal(
      'idempotency_mismatch',
      sentence`request.idempotency_key_used: This Idempotency-Key was used for a different request; use a new one.`,
    )
  return { status: stored.status, headers: JSON.parse(stored.headers), body: stored.body }
}
