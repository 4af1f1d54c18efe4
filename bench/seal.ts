import { openDatabase } from '#db/database.ts'
import { systemClock } from '#lib/clock.ts'
import { createLedger } from '#src/features/ledger/ledger.ts'
import { sealBatch } from '#src/features/ledger/seal.ts'
import { verifyNow } from '#src/features/ledger/verify-now.ts'
import { createAuditRows, insertAuditRows } from '#test/ledger/many-rows.ts'
import { withoutRecords } from '#test/ledger/without-records.ts'
import { createTestDatabase, query } from '#test/postgres.ts'
import { type Benchmark, figure } from './benchmark.ts'
import { meterRound, meterServer, type Sample } from './cpu.ts'
import { isShort, scaled } from './scale.ts'
import { quantile } from './statistics.ts'
import { cpuAlone } from './work.ts'

const rows = scaled(100_000, 5000)
const proofs = scaled(1000, 50)
const organization = 'org_bench'

/** The ledger alone: rows per second of this process's CPU, and per second of wall time. */
export const seal: Benchmark = {
  name: 'seal',
  async run() {
    await using database = await createTestDatabase()
    await using db = openDatabase({ ...database.connection, max: 2 }, () => undefined)
    const needs = { db, clock: systemClock, settings: { url: 'http://bench.example' } }
    const ids: string[] = []
    for (let remaining = rows; remaining > 0; remaining -= 5000) {
      const columns = createAuditRows(Math.min(5000, remaining))
      ids.push(...columns[0])
      await query(database.connection, insertAuditRows, [organization, ...columns])
    }
    const measureRows = (work: () => Promise<unknown>) =>
      meterRound(meterServer(process), async () => {
        const startTime = performance.now()
        await work()
        return { operations: rows, perSecond: (rows * 1000) / (performance.now() - startTime) }
      })
    const sealing = await measureRows(async () => {
      while ((await sealBatch(needs)).more);
    })
    const verifying = await measureRows(async () => {
      let verifiedRows = 0
      for await (const ledger of verifyNow(db, withoutRecords, [], new AbortController().signal)) {
        if (ledger.findings.length > 0) throw new Error('the ledger is not sound')
        verifiedRows += ledger.rows
      }
      if (verifiedRows !== rows) throw new Error(`${verifiedRows} of ${rows} rows were verified`)
    })
    const ledger = createLedger()
    const times: number[] = []
    for (let i = 0; i < proofs; i++) {
      const startTime = performance.now()
      await ledger.prove(
        (statement, values) => db.read(organization, statement, values),
        ids[(i * 7919) % ids.length] ?? '',
      )
      times.push(performance.now() - startTime)
    }
    const figureInput = (sample: Sample) => ({
      samples: [1e6 / sample.cpu.node],
      atLeast: isShort ? 1 : 100_000,
      unit: "rows/s of Node's CPU",
      detail: `${sample.perSecond.toFixed()} rows/s by the clock; ${cpuAlone('rows', [sample])}`,
    })
    return [
      figure({ label: 'sealing', ...figureInput(sealing) }),
      figure({ label: 'verifying', ...figureInput(verifying) }),
      figure({
        label: `proof of a row among ${rows}, p99`,
        samples: [quantile(times, 0.99)],
        atMost: 20,
        unit: 'ms',
        detail: `median ${quantile(times, 0.5).toFixed(1)} ms`,
      }),
    ]
  },
}
