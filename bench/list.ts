import { type Benchmark, figure } from './benchmark.ts'
import { startLoad } from './load.ts'
import { startProcess } from './process.ts'
import { requestText } from './request.ts'
import { scaled } from './scale.ts'
import { interleave } from './statistics.ts'

const rounds = 9
const connections = 16
const seconds = scaled(2, 1)

/** 50 claims of a million, newest first, as a client with a token gets them. */
export const list: Benchmark = {
  name: 'list',
  async run(lab) {
    const server = await lab.million()
    const { connection, organizationId, token } = server
    await using floor = await startProcess(['bench/floor-list.ts', JSON.stringify(connection), organizationId])
    await using load = await startLoad()
    const rate = (port: number, path: string) =>
      load.rate({ port, connections, for: { seconds }, request: requestText({ path, token }) })
    const measured = await interleave({
      rounds,
      ours: () => rate(server.port, '/api/v1/governance/evidence/claims'),
      floor: () => rate(floor.port, '/claims'),
    })
    const perSecond = measured.map(({ ours, floor }) => `${ours.perSecond.toFixed()}:${floor.perSecond.toFixed()}`)
    return [
      figure({
        what: 'list 50 claims of 1,000,000, requests/s against bare Fastify',
        samples: measured.map(({ ours, floor }) => ours.perSecond / floor.perSecond),
        atLeast: 1,
        detail: `requests/s, ours:floor, ${perSecond.join(' ')}`,
      }),
    ]
  },
}
