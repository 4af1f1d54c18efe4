import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { claimInput } from '#test/fixture.ts'
import type { Probata } from '#test/system.ts'

let keyCount = 0

/** Creates a claim in acme and returns its id. */
export type CreateClaim = () => Promise<string>

/** Returns a function that creates claims with one token. The token expires if a test advances the clock by an hour. */
export const claimMaker = async (p: Probata, slug = 'acme'): Promise<CreateClaim> => {
  const token = await p.token(`${slug}-scanner`)
  return async () => {
    const key = `steady-${++keyCount}`
    const response = await p.call('POST', '/api/v1/governance/evidence/claims', { token, key, body: claimInput(key) })
    assert.equal(response.status, 201, response.text)
    return response.body.id
  }
}

/**
 * Creates `perSecond` claims a second for `ms` milliseconds. Each is sent on time, without waiting for earlier ones.
 * Returns the ids.
 */
export const createSteadily = async (create: CreateClaim, perSecond: number, ms: number): Promise<string[]> => {
  const startedAt = performance.now()
  const pendingClaims: Promise<string>[] = []
  for (let i = 0; i < (perSecond * ms) / 1000; i++) {
    await delay(Math.max(1, startedAt + (i * 1000) / perSecond - performance.now()))
    pendingClaims.push(create())
  }
  return Promise.all(pendingClaims)
}

/** Creates `count` claims, 16 at a time. */
export const createMany = async (create: CreateClaim, count: number): Promise<void> => {
  let remaining = count
  const createNext = async () => {
    while (remaining-- > 0) await create()
  }
  await Promise.all(Array.from({ length: 16 }, createNext))
}

export const quantile = (values: readonly number[], fraction: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * fraction) - 1] ?? Number.NaN
