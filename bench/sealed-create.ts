import { type Benchmark, figure } from './benchmark.ts'
import { startLoad } from './load.ts'
import { claimBody, requestText } from './request.ts'
import { scaled } from './scale.ts'
import { startServer } from './server.ts'
import { interleave } from './statistics.ts'

const rounds = 7
const seconds = scaled(4, 1)
const path = '/api/v1/governance/evidence/claims'

/** What sealing takes from those who write: creates a second with the sealer at work, against the same with it stopped. */
export const sealedCreate: Benchmark = {
  name: 'sealed-create',
  async run() {
    await using server = await startServer()
    await using load = await startLoad()
    const { port, token, sql } = server
    const request = requestText({
      method: 'POST',
      path,
      token,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'sealed-{n}' },
      body: JSON.stringify(claimBody),
    })
    const stop = () => sql('update ledger_cursor set stopped_at = now()')
    const isBehind = async () => {
      const [counted] = await sql(
        'select (select count(*) from audit_event) - (select count(*) from ledger_leaf) as behind',
      )
      return Number(counted?.behind) > 0
    }
    const goOn = async () => {
      await sql('update ledger_cursor set stopped_at = null')
      while (await isBehind()) await new Promise(resolve => setTimeout(resolve, 250))
    }
    const rate = (connections: number) => async () =>
      (await load.rate({ port, connections, for: { seconds }, request })).perSecond
    const measure = async (connections: number) => {
      const creates = rate(connections)
      const measured = await interleave({
        rounds,
        ours: async () => {
          await goOn()
          return creates()
        },
        floor: async () => {
          await stop()
          return creates()
        },
      })
      const perSecond = measured.map(({ ours, floor }) => `${ours.toFixed()}:${floor.toFixed()}`)
      return {
        samples: measured.map(({ ours, floor }) => ours / floor),
        detail: `creates/s, sealing:not ${perSecond.join(' ')}`,
      }
    }
    return [
      figure({
        what: 'create a claim while rows are sealed, against not, 32 clients, both cores saturated',
        ...(await measure(32)),
        atLeast: 0.88,
      }),
      figure({
        what: 'the same, 1 client, a core free',
        ...(await measure(1)),
        atLeast: 0.95,
      }),
    ]
  },
}
