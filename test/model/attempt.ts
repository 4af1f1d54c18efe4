import assert from 'node:assert/strict'
import { day } from '#lib/clock.ts'
import type { Answer } from '#test/system.ts'
import type { Attempt, Model } from './state.ts'
import type { World } from './world.ts'

const stored = new Set([200, 201, 404, 409, 422])

const expectReplay = (
  answer: Answer,
  { status, text, requestId }: { status: number; text: string; requestId: string },
) => {
  const { headers } = answer
  const got = { status: answer.status, text: answer.text, requestId: headers.get('x-request-id') }
  assert.deepEqual(got, { status, text, requestId })
  assert.equal(headers.get('idempotency-replayed'), 'true')
}

const expectError = ({ status, body }: Answer, wanted: number, error: string): void => {
  assert.deepEqual({ status, error: body.error }, { status: wanted, error })
}

/**
 * Sends a mutation and compares the response with the model's. A key with a response younger than 24 hours replays it,
 * or rejects another request (interface section 7.3). Everything else is processed as predicted.
 */
export const perform = async (model: Model, world: World, attempt: Attempt): Promise<void> => {
  const { by, key, path, body, fingerprint } = attempt
  const { clock } = world.probata
  const from = clock.now()
  const slot = `${by} ${key}`
  const known = key ? model.answers.get(slot) : undefined
  const earlier = known && from - known.at < day ? known : undefined
  const prediction = attempt.predict(from, by)
  const answer = await world.send(by, 'POST', path, { body, ...(key && { key }) })
  if (earlier?.fingerprint === fingerprint) return expectReplay(answer, earlier)
  if (earlier) return expectError(answer, 409, 'idempotency_mismatch')
  const { status, text, headers } = answer
  if (prediction.error) expectError(answer, prediction.status, prediction.error)
  else assert.equal(status, prediction.status, text)
  assert.equal(headers.get('idempotency-replayed'), null)
  prediction.effect?.(answer.body, { from, to: clock.now() })
  const requestId = headers.get('x-request-id') ?? ''
  if (key && stored.has(status)) model.answers.set(slot, { fingerprint, status, text, requestId, at: from })
}
