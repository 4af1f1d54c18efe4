import { type Comparison, compareOn } from './comparison.ts'
import { meterServer } from './cpu.ts'
import { millionStand } from './lab.ts'
import { call, requestText } from './request.ts'
import { scaled } from './scale.ts'
import type { Server } from './server.ts'
import type { Rig } from './work.ts'

const requests = scaled(400, 10)
const path = '/api/v1/governance/evidence/claims'

const deepPageNumber = scaled(20_000, 100)
const perPage = 50
const maxPageSize = 200

// Walks to the start of page `page` with the largest page size: cursors depend on filters, but not on the limit.
const cursorOfPage = async (server: Server, page: number): Promise<string> => {
  let remaining = (page - 1) * perPage
  let cursor = ''
  while (remaining > 0) {
    const limit = Math.min(remaining, maxPageSize)
    const { pagination } = await call(server, `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    cursor = pagination.nextCursor
    remaining -= limit
  }
  return cursor
}

/** Requests one page at a time. The rate is derived from the median time. */
const pages =
  ({ server, load }: Rig, page: string) =>
  async () => {
    const request = requestText({ path: page, token: server.token })
    const { operations, medianMs } = await load.rate({ port: server.port, connections: 1, for: { requests }, request })
    return { operations, perSecond: 1000 / medianMs }
  }

/** Compares page 20,000 with the first page, one request at a time. */
export const deepPageWork: Comparison = {
  name: 'deep-page',
  label: `page ${deepPageNumber.toLocaleString('en')} of claims, median`,
  operations: 'pages',
  rounds: 11,
  stand: millionStand,
  prepare: async rig => ({ round: pages(rig, `${path}?cursor=${await cursorOfPage(rig.server, deepPageNumber)}`) }),
  against: 'page 1',
  floor: async rig => ({ meter: meterServer(rig.server), round: pages(rig, path) }),
  wall: { atMost: 1.2 },
  compares: 'times',
}

export const deepPage = compareOn('deep-page', [deepPageWork])
