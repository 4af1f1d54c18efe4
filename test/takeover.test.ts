import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type Act, acts } from './takeover/acts.ts'
import { createTown, type Town } from './takeover/town.ts'

/** `TAKEOVER_WALKS=2000 npm run model`: how many walks of each seed; few enough for `npm test` when left out. */
const walks = Number(process.env.TAKEOVER_WALKS ?? 15)
/** `TAKEOVER_SEED=…` repeats a run that failed. */
const given = process.env.TAKEOVER_SEED

let town: Town
before(async () => {
  town = await createTown()
})
after(() => town[Symbol.asyncDispose]())

const step = fc.record<Act>({
  what: fc.constantFrom(...acts),
  who: fc.nat(1000),
  whom: fc.nat(1000),
  which: fc.nat(1000),
})

const seeds = given ? [Number(given)] : [20_261_128, randomInt(2 ** 31)]

for (const seed of seeds)
  test(`nobody decides by one hand what they made by another (seed ${seed})`, { timeout: 3_600_000 }, async t => {
    t.diagnostic(`${walks} walks; repeat them with TAKEOVER_SEED=${seed}`)
    let decided = 0
    let refused = 0
    const walk = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async given => {
      const told = await town.walk(given)
      decided += told.decided
      refused += told.refused
      assert.deepEqual(told.selfDecided, [])
    })
    await fc.assert(walk, { seed, numRuns: walks, endOnFailure: true })
    t.diagnostic(`${decided} decisions, ${refused} refused`)
    assert.ok(decided > 0 && refused > 0, 'the walks decide, and are refused')
  })
