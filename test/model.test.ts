import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { steps } from './model/commands.ts'
import { Model } from './model/state.ts'
import { createWorld, type World } from './model/world.ts'

/** The number of walks per seed: `MODEL_WALKS=2000 npm run model`. The default is small, for `npm test`. */
const walks = Number(process.env.MODEL_WALKS ?? 30)
/** `MODEL_SEED=…` repeats a failed run. */
const fixedSeed = process.env.MODEL_SEED

let world: World

before(async () => {
  world = await createWorld()
})

after(() => world[Symbol.asyncDispose]())

const rowsOf = async (query: string): Promise<Record<string, number>> => {
  const rows = await world.probata.sql(query)
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))
}

/** Invariants that no caller sees: one event per change, one done audit row per change, no file without a reference. */
const assertInvariants = async (model: Model): Promise<void> => {
  const events = await rowsOf('select type as name, count(*) from outbox_event group by 1')
  assert.deepEqual(events, Object.fromEntries([...model.events].filter(([, count]) => count > 0)))
  const audits = await rowsOf(`select action as name, count(*) from audit_event
    where action = any('{evidence.claim.create,evidence.upload_intent.create,evidence.attachment.upload}')
      and record::json->>'outcome' = 'done' group by 1`)
  const expected = {
    'evidence.claim.create': model.claims.length,
    'evidence.upload_intent.create': model.intents.length,
    'evidence.attachment.upload': model.intents.filter(({ attachment }) => attachment).length,
  }
  assert.deepEqual(audits, Object.fromEntries(Object.entries(expected).filter(([, count]) => count > 0)))
  assert.deepEqual(await rowsOf('select blob_key as name, 1 as count from staged_blob'), {})
}

const walk = fc.asyncProperty(fc.commands(steps, { maxCommands: 60, size: 'max' }), async commands => {
  const model = new Model()
  await world.reset()
  await fc.asyncModelRun(() => ({ model, real: world }), commands)
  await assertInvariants(model)
})

const seeds = fixedSeed ? [Number(fixedSeed)] : [20_261_121, randomInt(2 ** 31)]

for (const seed of seeds) {
  test(`random walks agree with the model (seed ${seed})`, { timeout: 3_600_000 }, async t => {
    t.diagnostic(`${walks} walks; repeat them with MODEL_SEED=${seed}`)
    await fc.assert(walk, { seed, numRuns: walks, endOnFailure: false })
  })
}
