import { OutcomeUnknown } from '#db/outcome.ts'
import { violatedConstraint } from '#db/sql-error.ts'
import { Rendered } from './answer.ts'
import { type Call, type Change, change } from './call.ts'
import type { Endpoint, Result } from './endpoint.ts'
import { type ErrorId, Refusal } from './errors.ts'
import { isTaken, type Key, recallAnswer, rememberAnswer, type StoredAnswer } from './idempotency.ts'
import { movedAway } from './moved-away.ts'
import { type Precondition, requireMatch } from './precondition.ts'
import { render } from './render.ts'
import { scimError } from './scim-error.ts'
import { withoutRoom } from './storage-room.ts'
import { inDoubt, unavailable } from './unavailable.ts'

/** A mutation that is about to be performed. */
export interface MutationAttempt {
  readonly call: Call
  readonly endpoint: Endpoint
  readonly reason: string | null
  readonly key: Key | undefined
  readonly precondition: Precondition | undefined
  /** Whether refusals have codes. */
  readonly coded: boolean
}

/**
 * The answer to send, and the part stored under the key: never a secret, and nothing for some refusals.
 */
interface Outcome {
  readonly answer: StoredAnswer
  readonly stored?: StoredAnswer
}

/** An answer to send; `replayed` marks the stored answer of an earlier call. */
export interface Performed {
  readonly answer: StoredAnswer
  readonly replayed: boolean
}

const isEmpty = (status: number): boolean => status === 204

const without = (fields: readonly string[], value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, member) => (fields.includes(name) ? undefined : member)))

const outcomeOf = ({ call, endpoint }: MutationAttempt, result: Result<unknown>): Outcome => {
  const headers = { 'x-request-id': call.requestId }
  const status = (result instanceof Rendered ? result.status : undefined) ?? endpoint.status
  const text = (value: unknown) => (isEmpty(status) ? '' : render(endpoint, value))
  const answer = { status, headers, body: text(result) }
  const secret = endpoint.secret
  if (!secret || result instanceof Rendered) return { answer, stored: answer }
  return { answer, stored: { ...answer, body: text(without([secret].flat(), result)) } }
}

const refusalOutcome = ({ call, endpoint, coded }: MutationAttempt, refusal: Refusal): StoredAnswer => ({
  status: refusal.status,
  headers: { 'x-request-id': call.requestId, ...refusal.detail.headers },
  body: endpoint.scim ? scimError(refusal) : refusal.envelope(call.requestId, { coded }),
})

/**
 * Translates errors of PostgreSQL and file storage to refusals; returns all others unchanged, and they become a 500.
 */
export const translate = (error: unknown, conflicts: Endpoint['conflicts'] = {}): unknown => {
  if (error instanceof Refusal) return error
  const conflict = conflicts[violatedConstraint(error) ?? '']
  if (conflict) return new Refusal('conflict', conflict)
  return withoutRoom(error) ?? movedAway(error) ?? unavailable(error) ?? error
}

// A refusal after validation and authorization is an answer like any other and is stored. If the verb rejects a call as
// invalid or forbidden, nothing is stored: the corrected call may use the key.
const kept: ReadonlySet<ErrorId> = new Set(['not_found', 'conflict', 'unprocessable'])
const audited: ReadonlySet<ErrorId> = new Set([...kept, 'forbidden_resource'])

/**
 * Performs a mutation once under its key: the effect, its audit rows, its events and the stored answer commit in one
 * transaction (interface section 7.3). A refusal is stored and audited in its own transaction.
 */
export const perform = async (
  attempt: MutationAttempt,
  work: (ctx: Change) => Promise<Result<unknown>>,
): Promise<Performed> => {
  const { call, endpoint, key } = attempt
  const transact = async (run: (ctx: Change) => Promise<Outcome>): Promise<Performed> => {
    const { answer } = await call.db.transaction(call.organizationId, async tx => {
      const ctx = change(call, tx, endpoint.action, attempt.reason)
      const outcome = await run(ctx)
      if (key && outcome.stored) rememberAnswer(ctx, key, outcome.stored)
      return outcome
    })
    return { answer, replayed: false }
  }

  const refuse = async (refusal: Refusal): Promise<Performed> => {
    // A refusal that is not stored does not detect by itself that the key already has an answer.
    const earlier = key && !kept.has(refusal.id) ? await recallAnswer(call, key) : undefined
    if (earlier) return { answer: earlier, replayed: true }
    if (!audited.has(refusal.id)) throw refusal
    const written = transact(async ctx => {
      ctx.audit('', { outcome: 'refused', detail: refusal.id })
      const answer = refusalOutcome(attempt, refusal)
      return kept.has(refusal.id) ? { answer, stored: answer } : { answer }
    })
    // Nothing was changed, regardless of whether this was written.
    return written.catch(error => Promise.reject(error instanceof OutcomeUnknown ? error.cause : error))
  }

  const once = async (): Promise<Performed> => {
    try {
      return await transact(async ctx => {
        if (attempt.precondition) await requireMatch(ctx, endpoint.action, attempt.precondition)
        const result = await work(ctx)
        if (endpoint.kind === 'changing' && ctx.audits === 0) throw new Error(`${endpoint.name} left no audit row`)
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
    const answer = await recallAnswer(call, key)
    if (answer) return { answer, replayed: true }
  }
  for (;;) {
    try {
      return await once()
    } catch (error) {
      if (!key || !isTaken(error)) throw error
      const answer = await recallAnswer(call, key)
      if (answer) return { answer, replayed: true }
    }
  }
}
