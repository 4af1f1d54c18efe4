import { OutcomeUnknown } from '#db/outcome.ts'
import { violatedConstraint } from '#db/sql-error.ts'
import { type Call, type Change, change } from './call.ts'
import type { Endpoint, Result } from './endpoint.ts'
import { type ErrorId, Refusal } from './errors.ts'
import { findStoredResponse, isKeyTaken, type Key, type StoredResponse, storeResponse } from './idempotency.ts'
import { movedAway } from './moved-away.ts'
import { type Precondition, requireMatch } from './precondition.ts'
import { render } from './render.ts'
import { Rendered } from './rendered.ts'
import { keptInSample } from './sample.ts'
import { scimError } from './scim-error.ts'
import { withoutRoom } from './storage-room.ts'
import { inDoubt, unavailable } from './unavailable.ts'

/** A mutation to perform. */
export interface MutationAttempt {
  readonly call: Call
  readonly endpoint: Endpoint
  readonly reason: string | null
  readonly key: Key | undefined
  readonly precondition: Precondition | undefined
  /** Whether refusals have codes. */
  readonly coded: boolean
}

/** The response to send, and the response to store under the key, without secrets; undefined if none is stored. */
interface Outcome {
  readonly response: StoredResponse
  readonly stored?: StoredResponse
}

/** A response to send; `replayed` marks the stored response of an earlier call. */
export interface PerformedMutation {
  readonly response: StoredResponse
  readonly replayed: boolean
}

const isEmpty = (status: number): boolean => status === 204

const withoutFields = (fields: readonly string[], value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, member) => (fields.includes(name) ? undefined : member)))

const outcomeOf = ({ call, endpoint }: MutationAttempt, result: Result<unknown>): Outcome => {
  const headers = { 'x-request-id': call.requestId }
  const status = (result instanceof Rendered ? result.status : undefined) ?? endpoint.status
  const text = (value: unknown) => (isEmpty(status) ? '' : render(endpoint, value))
  const response = { status, headers, body: text(result) }
  const secret = endpoint.secret
  if (!secret || result instanceof Rendered) return { response, stored: response }
  return { response, stored: { ...response, body: text(withoutFields([secret].flat(), result)) } }
}

const refusalOutcome = ({ call, endpoint, coded }: MutationAttempt, refusal: Refusal): StoredResponse => ({
  status: refusal.status,
  headers: { 'x-request-id': call.requestId, ...refusal.detail.headers },
  body: endpoint.scim ? scimError(refusal) : refusal.envelope(call.requestId, { coded }),
})

/** Translates errors of PostgreSQL and file storage to refusals. Returns others unchanged; they become a 500. */
export const translate = (error: unknown, conflicts: Endpoint['conflicts'] = {}): unknown => {
  if (error instanceof Refusal) return error
  const conflict = conflicts[violatedConstraint(error) ?? '']
  if (conflict) return new Refusal('conflict', conflict)
  return withoutRoom(error) ?? movedAway(error) ?? keptInSample(error) ?? unavailable(error) ?? error
}

// Refusals after validation and authorization are stored like other responses, except if the operation rejects the call
// as invalid or forbidden: the corrected call may use the same key.
const storedRefusals: ReadonlySet<ErrorId> = new Set(['not_found', 'conflict', 'unprocessable'])
const auditedRefusals: ReadonlySet<ErrorId> = new Set([...storedRefusals, 'forbidden_resource'])

/**
 * Performs a mutation once under its key. The effect, its audit rows, its events and the stored response commit in one
 * transaction (interface section 7.3). A refusal is stored and audited in its own transaction.
 */
export const perform = async (
  attempt: MutationAttempt,
  work: (ctx: Change) => Promise<Result<unknown>>,
): Promise<PerformedMutation> => {
  const { call, endpoint, key } = attempt
  const transact = async (run: (ctx: Change) => Promise<Outcome>): Promise<PerformedMutation> => {
    const { response } = await call.db.transaction(call.organizationId, async tx => {
      const ctx = change(call, tx, endpoint.action, attempt.reason)
      const outcome = await run(ctx)
      if (key && outcome.stored) storeResponse(ctx, key, outcome.stored)
      return outcome
    })
    return { response: response, replayed: false }
  }

  const refuse = async (refusal: Refusal): Promise<PerformedMutation> => {
    // A refusal that is not stored inserts no key, so nothing else would detect that the key already has a response.
    const earlier = key && !storedRefusals.has(refusal.id) ? await findStoredResponse(call, key) : undefined
    if (earlier) return { response: earlier, replayed: true }
    if (!auditedRefusals.has(refusal.id)) throw refusal
    const result = transact(async ctx => {
      ctx.audit('', { outcome: 'refused', detail: refusal.id })
      const response = refusalOutcome(attempt, refusal)
      return storedRefusals.has(refusal.id) ? { response, stored: response } : { response }
    })
    // The refused call has no effect, so an unknown outcome of this transaction is an ordinary error.
    return result.catch(error => Promise.reject(error instanceof OutcomeUnknown ? error.cause : error))
  }

  const attemptOnce = async (): Promise<PerformedMutation> => {
    try {
      return await transact(async ctx => {
        if (attempt.precondition) await requireMatch(ctx, endpoint.action, attempt.precondition)
        const result = await work(ctx)
        if (endpoint.kind === 'changing' && !endpoint.unaudited && ctx.audits === 0)
          throw new Error(`${endpoint.name} wrote no audit row`)
        return outcomeOf(attempt, result)
      })
    } catch (error) {
      if (key && error instanceof OutcomeUnknown) throw inDoubt(error)
      const refusal = translate(error, endpoint.conflicts)
      if (refusal instanceof Refusal && refusal.status < 500) return refuse(refusal)
      throw refusal
    }
  }

  if (key && endpoint.outside) {
    const response = await findStoredResponse(call, key)
    if (response) return { response: response, replayed: true }
  }
  for (;;) {
    try {
      return await attemptOnce()
    } catch (error) {
      if (!key || !isKeyTaken(error)) throw error
      const response = await findStoredResponse(call, key)
      if (response) return { response: response, replayed: true }
    }
  }
}
