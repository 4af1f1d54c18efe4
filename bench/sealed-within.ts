import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Benchmark, figure } from './benchmark.ts'
import { meterRound, meterServer } from './cpu.ts'
import { startLoad } from './load.ts'
import { untilQuiet } from './processes.ts'
import { claimBody, requestText } from './request.ts'
import { scaled } from './scale.ts'
import { startServer } from './server.ts'
import { quantile } from './statistics.ts'
import { cpuAlone } from './work.ts'

const seconds = scaled(30, 2)

/** The time until the newest row is sealed, while a client creates claims as fast as it can. */
export const sealedWithin: Benchmark = {
  name: 'sealed-within',
  async run() {
    await using server = await startServer()
    await using load = await startLoad()
    await using stack = new AsyncDisposableStack()
    const [observer, lockHolder] = [new pg.Client(server.connection), new pg.Client(server.connection)]
    for (const client of [observer, lockHolder]) {
      await client.connect()
      stack.defer(() => client.end())
    }
    const count = async (table: string): Promise<number> => {
      const { rows } = await observer.query(`select count(*)::int as count from ${table}`)
      return rows[0].count
    }
    const request = requestText({
      method: 'POST',
      path: '/api/v1/governance/evidence/claims',
      token: server.token,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'within-{n}' },
      body: JSON.stringify(claimBody),
    })
    const measure = async () => {
      await untilQuiet()
      const waits: number[] = []
      let isEnded = false
      const createClaims = () => load.rate({ port: server.port, connections: 1, for: { seconds }, request })
      const creating = meterRound(meterServer(server), createClaims).finally(() => {
        isEnded = true
      })
      while (!isEnded) {
        const startTime = performance.now()
        const rowCount = await count('audit_event')
        while ((await count('ledger_leaf')) < rowCount) await delay(5)
        waits.push(performance.now() - startTime)
      }
      const created = await creating
      return {
        samples: [quantile(waits, 0.99)],
        detail: `${created.perSecond.toFixed()} creates/s; median ${quantile(waits, 0.5).toFixed()} ms of ${waits.length}\n${cpuAlone('creates', [created])}`,
      }
    }
    const freeFigure = await measure()
    await lockHolder.query('begin; select pg_current_xact_id()')
    const heldFigure = await measure()
    return [
      figure({ label: 'from a row’s commit until it is sealed, p99', ...freeFigure, atMost: 1000, unit: 'ms' }),
      figure({ label: 'the same, a transaction held open meanwhile', ...heldFigure, atMost: 1000, unit: 'ms' }),
    ]
  },
}
