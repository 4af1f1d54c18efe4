import { type Benchmark, figure } from './benchmark.ts'
import { startLoad } from './load.ts'
import { call, requestText } from './request.ts'
import { scaled } from './scale.ts'
import type { Server } from './server.ts'
import { interleave } from './statistics.ts'

const rounds = 11
const requests = scaled(400, 10)
const path = '/api/v1/governance/evidence/claims'

const deep = scaled(20_000, 100)
const perPage = 50
const most = 200

// Walks in the largest steps to the place where page 20,000 begins: cursors are bound to filters, not to a limit.
const cursorOfPage = async (server: Server, page: number): Promise<string> => {
  let left = (page - 1) * perPage
  let cursor = ''
  while (left > 0) {
    const limit = Math.min(left, most)
    const { pagination } = await call(server, `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    cursor = pagination.nextCursor
    left -= limit
  }
  return cursor
}

/** The first page against page 20,000, one request at a time. */
export const deepPage: Benchmark = {
  name: 'deep-page',
  async run(lab) {
    const server = await lab.million()
    const { port, token } = server
    const cursor = await cursorOfPage(server, deep)
    await using load = await startLoad()
    const time = async (path: string) => {
      const rate = await load.rate({ port, connections: 1, for: { requests }, request: requestText({ path, token }) })
      return rate.medianMs
    }
    const measured = await interleave({
      rounds,
      ours: () => time(`${path}?cursor=${cursor}`),
      floor: () => time(path),
    })
    const times = measured.map(({ ours, floor }) => `${ours.toFixed(2)}:${floor.toFixed(2)}`)
    return [
      figure({
        what: `page ${deep.toLocaleString('en')} against page 1, median time`,
        samples: measured.map(({ ours, floor }) => ours / floor),
        atMost: 1.2,
        detail: `milliseconds, deep:first, ${times.join(' ')}`,
      }),
    ]
  },
}
