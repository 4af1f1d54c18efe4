import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { claimInput } from '#test/fixture.ts'
import type { Probata } from '#test/system.ts'

let keys = 0

/** Creates a claim in acme and returns its id. */
export type CreateClaim = () => Promise<string>

/** Uses one token, which outlives any test that does not move the clock by an hour. */
export const claimMaker = async (p: Probata, slug = 'acme'): Promise<CreateClaim> => {
  const token = await p.token(`${slug}-scanner`)
  return async () => {
    const key = `steady-${++keys}`
    const answer = await p.call('POST', '/api/v1/governance/evidence/claims', { token, key, body: claimInput(key) })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.id
  }
}

/**
 * Creates this many claims a second for this many milliseconds, each on time however long the others take. Returns the
 * claims.
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

/** Creates this many claims, 16 at a time. */
export const createMany = async (create: CreateClaim, count: number): Promise<void> => {
  let remaining = count
  const createNext = async () => {
    while (remaining-- > 0) await create()
  }
  await Promise.all(Array.from({ length: 16 }, createNext))
}

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN
