import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { openDatabase } from '#db/database.ts'
import { systemClock } from '#lib/clock.ts'
import { sealBatch } from '#src/features/ledger/seal.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { createAuditRows, insertAuditRows } from './many-rows.ts'

/** The maximum number of transactions that are open at the same time. */
const sessions = 3

type Step =
  | { readonly do: 'insert'; readonly session: number; readonly rows: number; readonly organization: string }
  | { readonly do: 'commit'; readonly session: number }
  | { readonly do: 'rollback'; readonly session: number }
  | { readonly do: 'seal'; readonly most: number }
  | { readonly do: 'crash'; readonly most: number }

const session = fc.nat({ max: sessions - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('insert' as const),
      session,
      rows: fc.integer({ min: 1, max: 4 }),
      organization: fc.constantFrom('org_a', 'org_b', 'install'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('commit' as const, 'rollback' as const), session }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('seal' as const, 'crash' as const),
      most: fc.integer({ min: 1, max: 5 }),
    }),
  },
)

const walks = Number(process.env.MODEL_WALKS ?? 60)

test('exactly the committed rows are sealed, in any order of inserts, commits, rollbacks, seals and crashes', async () => {
  await using database = await createTestDatabase('empty')
  await using db = openDatabase({ ...database.connection, max: 2 }, () => undefined)
  const clients = await Promise.all(
    Array.from({ length: sessions }, async () => {
      const client = new pg.Client(database.connection)
      await client.connect()
      return client
    }),
  )
  const observer = new pg.Client(database.connection)
  await observer.connect()
  const needs = { db, clock: systemClock, settings: { url: 'http://model.example' } }
  const committed = new Set<string>()
  const open: string[][] = clients.map(() => [])
  const seal = async (limit: number): Promise<void> => {
    while ((await sealBatch(needs, { maxRows: limit })).more);
  }
  /** Simulates a sealer that dies after sending its statement and before committing. */
  const crash = async (limit: number): Promise<void> => {
    const dyingDb = {
      ...db,
      pool: db.pool,
      transaction: (organizationId: string, work: Parameters<typeof db.transaction>[1]) =>
        db.transaction(organizationId, async tx => {
          await work(tx)
          throw new Error('killed')
        }),
    }
    await sealBatch({ ...needs, db: dyingDb as typeof db }, { maxRows: limit }).catch(error =>
      assert.equal(error.message, 'killed'),
    )
  }
  const end = async (sessionIndex: number, outcome: 'commit' | 'rollback'): Promise<void> => {
    if (!open[sessionIndex]?.length) return
    await clients[sessionIndex]?.query(outcome)
    if (outcome === 'commit') for (const id of open[sessionIndex]) committed.add(id)
    open[sessionIndex] = []
  }
  const run = async (nextStep: Step): Promise<void> => {
    if (nextStep.do === 'insert') {
      const { session: sessionIndex, rows, organization } = nextStep
      if (!open[sessionIndex]?.length) await clients[sessionIndex]?.query('begin')
      const columns = createAuditRows(rows)
      await clients[sessionIndex]?.query(insertAuditRows, [organization, ...columns])
      open[sessionIndex]?.push(...columns[0])
    } else if (nextStep.do === 'seal') {
      await seal(nextStep.most)
      const { rows } = await observer.query('select event_id from ledger_leaf')
      assert.deepEqual(new Set(rows.map(row => row.event_id)), committed)
    } else if (nextStep.do === 'crash') await crash(nextStep.most)
    else await end(nextStep.session, nextStep.do)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async steps => {
      for (const nextStep of steps) await run(nextStep)
      for (let sessionIndex = 0; sessionIndex < sessions; sessionIndex++) await end(sessionIndex, 'commit')
      await run({ do: 'seal', most: 3 })
      const { rows } = await observer.query(
        'select count(*) as n, max(leaf_index) as last, count(distinct event_id) as events from ledger_leaf group by organization_id',
      )
      for (const { n, last, events } of rows) assert.deepEqual([n, n], [String(Number(last) + 1), events])
    }),
    { numRuns: walks },
  )
  await Promise.all([...clients, observer].map(client => client.end()))
})
