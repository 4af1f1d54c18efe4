import { openDatabase } from '#db/database.ts'
import type { LedgerReader } from '#http/ledger.ts'
import { systemClock } from '#lib/clock.ts'
import { createLedger } from '#src/features/ledger/ledger.ts'
import { sealBatch } from '#src/features/ledger/seal.ts'
import { verifyNow } from '#src/features/ledger/verify-now.ts'
import { createAuditRows, insertAuditRows } from '#test/ledger/many-rows.ts'
import { withoutRecords } from '#test/ledger/without-records.ts'
import { createTestDatabase, query } from '#test/postgres.ts'
import { type Benchmark, figure } from './benchmark.ts'
import { scaled } from './scale.ts'
import { quantile } from './statistics.ts'

const rows = scaled(10_000_000, 10_000)
/** The number of rows that are verified before the rest is added. */
const verifiedRows = scaled(1_000_000, 5000)
const batch = 5000
const proofCount = scaled(2000, 50)
const organization = 'org_bench'

/** Proofs in a ledger of ten million rows, on an idle machine. Takes half an hour and 10 GB. */
export const proofs: Benchmark = {
  name: 'proofs',
  async run() {
    await using database = await createTestDatabase()
    await using db = openDatabase({ ...database.connection, max: 2 }, () => undefined)
    const needs = { db, clock: systemClock, settings: { url: 'http://bench.example' } }
    const sampledIds: string[] = []
    let inserted = 0
    const growTo = async (target: number) => {
      for (; inserted < target; inserted += batch) {
        const columns = createAuditRows(batch)
        sampledIds.push(...columns[0].filter((_, i) => i % 100 === 0))
        await query(database.connection, insertAuditRows, [organization, ...columns])
        while ((await sealBatch(needs)).more);
      }
      await query(database.connection, 'vacuum analyze')
    }
    const measureTimes = async (work: (i: number) => Promise<unknown>) => {
      const times: number[] = []
      const cpuBefore = process.cpuUsage()
      for (let i = 0; i < proofCount; i++) {
        const start = performance.now()
        await work(i)
        times.push(performance.now() - start)
      }
      const { user, system } = process.cpuUsage(cpuBefore)
      const median = quantile(times, 0.5).toFixed(1)
      return {
        samples: [quantile(times, 0.99)],
        detail: `median ${median} ms, ${((user + system) / 1000 / proofCount).toFixed(1)} ms of Node's CPU each, of ${proofCount}`,
      }
    }

    await growTo(verifiedRows)
    const startTime = performance.now()
    for await (const ledger of verifyNow(db, withoutRecords, [], new AbortController().signal))
      if (ledger.findings.length > 0 || ledger.rows !== verifiedRows) throw new Error('the ledger is not sound')
    const verifiedPerSecond = verifiedRows / ((performance.now() - startTime) / 1000)
    const memory = process.resourceUsage().maxRSS / 1024
    process.stdout.write(`         ${verifiedPerSecond.toFixed()} rows a second verified, ${memory.toFixed()} MiB\n`)

    await growTo(rows)
    const ledger = createLedger()
    const read: LedgerReader = (statement, values) => db.read(organization, statement, values)
    const eventOf = (i: number) => sampledIds[(i * 7919) % sampledIds.length] ?? ''
    const proof = await measureTimes(i => ledger.prove(read, eventOf(i)))
    const consistency = await measureTimes(i => ledger.consistency(read, 1, 1 + ((i * 7919) % (rows - 1)), rows))
    return [
      figure({
        label: `verify ${verifiedRows} rows`,
        samples: [verifiedPerSecond],
        atLeast: scaled(20_000, 1),
        unit: 'rows/s',
      }),
      figure({ label: `proof of a row among ${rows}, p99`, ...proof, atMost: 20, unit: 'ms' }),
      figure({ label: `consistency with ${rows} rows, p99`, ...consistency, atMost: 20, unit: 'ms' }),
    ]
  },
}
