import assert from 'node:assert/strict'
import fc from 'fast-check'
import { type BadInput, badInputs } from './bad-input.ts'
import { titleOf } from './requests.ts'
import { assertRefused, assertStoresNothing, bootHostile, type HostileClient, operations } from './workspace.ts'

/** The result of a campaign: the number of requests by kind of input, and by response status. */
export interface Tally {
  readonly kinds: Map<string, number>
  readonly statuses: Map<number, number>
}

const count = <Key>(counts: Map<Key, number>, key: Key): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

const identifiers: Readonly<Record<number, string>> = { 404: 'not_found' }

// `call` checks every response against the OpenAPI documents.
const run = async ({ probata, callerOf }: HostileClient, input: BadInput, tally: Tally): Promise<void> => {
  const { operation, kind, address, headers, body, statuses, field } = input
  const options = { ...callerOf(operation), headers, ...(body !== undefined && { body }) }
  const response = await probata.call(operation.method, address, options)
  count(tally.kinds, kind)
  count(tally.statuses, response.status)
  const title = `${titleOf(operation)}, ${kind}`
  assert.ok(statuses.includes(response.status), `${title}: ${response.status} ${response.text.slice(0, 300)}`)
  const error =
    response.body?.error === 'invalid_cursor' ? 'invalid_cursor' : (identifiers[response.status] ?? 'invalid_request')
  const hasPath = field !== undefined && error === 'invalid_request'
  assertRefused(response, { status: response.status, error, ...(hasPath && { path: [field] }) }, title)
}

const concurrency = 8

/**
 * Sends `inputs` bad requests to a real server. Fails, with the smallest case that fast-check finds, if a response is
 * not an error with the right status in the error envelope, or if a request leaves a row in any table except the audit
 * trail.
 */
export const campaign = async (inputs: number, seed: number): Promise<Tally> => {
  await using hostile = await bootHostile()
  const tally: Tally = { kinds: new Map(), statuses: new Map() }
  const batch = fc.array(badInputs(operations), { minLength: concurrency, maxLength: concurrency, size: 'max' })
  const property = fc.asyncProperty(batch, async batch => {
    await Promise.all(batch.map(input => run(hostile, input, tally)))
  })
  await assertStoresNothing(hostile.probata, () =>
    fc.assert(property, { numRuns: Math.ceil(inputs / concurrency), seed, interruptAfterTimeLimit: 3_600_000 }),
  )
  return tally
}
