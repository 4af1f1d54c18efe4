import assert from 'node:assert/strict'
import { day } from '#lib/clock.ts'
import type { ApiResponse } from '#test/system.ts'
import type { Attempt, Model } from './state.ts'
import type { World } from './world.ts'

const storedStatuses = new Set([200, 201, 404, 409, 422])

const expectReplay = (
  response: ApiResponse,
  { status, text, requestId }: { status: number; text: string; requestId: string },
) => {
  const { headers } = response
  const actual = { status: response.status, text: response.text, requestId: headers.get('x-request-id') }
  assert.deepEqual(actual, { status, text, requestId })
  assert.equal(headers.get('idempotency-replayed'), 'true')
}

const expectError = ({ status, body }: ApiResponse, expectedStatus: number, error: string): void => {
  assert.deepEqual({ status, error: body.error }, { status: expectedStatus, error })
}

/**
 * Sends a mutation and compares the response with the one that the model predicts. If the key has a response that is
 * less than 24 hours old, the request gets this response again, or is rejected because it differs. Any other request is
 * processed as predicted.
 */
export const perform = async (model: Model, world: World, attempt: Attempt): Promise<void> => {
  const { by, key, path, body, fingerprint } = attempt
  const { clock } = world.probata
  const startedAt = clock.now()
  const slot = `${by} ${key}`
  const storedAnswer = key ? model.answers.get(slot) : undefined
  const replayable = storedAnswer && startedAt - storedAnswer.sentAt < day ? storedAnswer : undefined
  const prediction = attempt.predict(startedAt, by)
  const response = await world.send(by, 'POST', path, { body, ...(key && { key }) })
  if (replayable?.fingerprint === fingerprint) return expectReplay(response, replayable)
  if (replayable) return expectError(response, 409, 'idempotency_mismatch')
  const { status, text, headers } = response
  if (prediction.error) expectError(response, prediction.status, prediction.error)
  else assert.equal(status, prediction.status, text)
  assert.equal(headers.get('idempotency-replayed'), null)
  await prediction.effect?.(response.body, { from: startedAt, to: clock.now() })
  const requestId = headers.get('x-request-id') ?? ''
  if (key && storedStatuses.has(status))
    model.answers.set(slot, { fingerprint, status, text, requestId, sentAt: startedAt })
}
