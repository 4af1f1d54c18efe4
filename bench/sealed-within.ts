import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Benchmark, figure } from './benchmark.ts'
import { metered, meterServer } from './cpu.ts'
import { startLoad } from './load.ts'
import { quiet } from './processes.ts'
import { claimBody, requestText } from './request.ts'
import { scaled } from './scale.ts'
import { startServer } from './server.ts'
import { atShare } from './statistics.ts'
import { cpuAlone } from './work.ts'

const seconds = scaled(30, 2)

/** The time until the newest row is sealed, while a client creates claims as fast as it can. */
export const sealedWithin: Benchmark = {
  name: 'sealed-within',
  async run() {
    await using server = await startServer()
    await using load = await startLoad()
    await using stack = new AsyncDisposableStack()
    const [looking, holding] = [new pg.Client(server.connection), new pg.Client(server.connection)]
    for (const client of [looking, holding]) {
      await client.connect()
      stack.defer(() => client.end())
    }
    const count = async (table: string): Promise<number> => {
      const { rows } = await looking.query(`select count(*)::int as count from ${table}`)
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
      await quiet()
      const waits: number[] = []
      let over = false
      const creates = () => load.rate({ port: server.port, connections: 1, for: { seconds }, request })
      const creating = metered(meterServer(server), creates).finally(() => {
        over = true
      })
      while (!over) {
        const began = performance.now()
        const newest = await count('audit_event')
        while ((await count('ledger_leaf')) < newest) await delay(5)
        waits.push(performance.now() - began)
      }
      const created = await creating
      return {
        samples: [atShare(waits, 0.99)],
        detail: `${created.perSecond.toFixed()} creates/s; median ${atShare(waits, 0.5).toFixed()} ms of ${waits.length}\n${cpuAlone('creates', [created])}`,
      }
    }
    const free = await measure()
    await holding.query('begin; select pg_current_xact_id()')
    const held = await measure()
    return [
      figure({ what: 'from a row’s commit until it is sealed, p99', ...free, atMost: 1000, unit: 'ms' }),
      figure({ what: 'the same, a transaction held open meanwhile', ...held, atMost: 1000, unit: 'ms' }),
    ]
  },
}
