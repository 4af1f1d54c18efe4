import { setTimeout as delay } from 'node:timers/promises'
import { type Benchmark, figure } from './benchmark.ts'
import { startLoad } from './load.ts'
import { treeMemory } from './processes.ts'
import { claimBody, requestText } from './request.ts'
import { scaled } from './scale.ts'
import { createDirectory, startServer } from './server.ts'

const rounds = scaled(3, 1)
const pauseMs = scaled(5000, 100)
const limit = { atMost: 350, unit: 'MiB' }

const idle = async (): Promise<number> => {
  await using directory = await createDirectory()
  await using running = await directory.serve()
  await delay(pauseMs)
  return await treeMemory(running.pid)
}

const requests = scaled(5000, 100)
const path = '/api/v1/governance/evidence/claims'

const idleAfterWork = async (): Promise<number> => {
  await using server = await startServer()
  await using load = await startLoad()
  const { port, token } = server
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'bench-{n}' }
  const create = requestText({ method: 'POST', path, token, headers, body: JSON.stringify(claimBody) })
  const list = requestText({ path, token })
  for (const request of [create, list]) await load.rate({ port, connections: 32, for: { requests }, request })
  await delay(pauseMs)
  return await treeMemory(server.pid)
}

/** The total memory of the server and its database when idle. */
export const memory: Benchmark = {
  name: 'memory',
  async run() {
    if (process.platform !== 'linux' || process.getuid?.() !== 0)
      throw new Error('memory can only be read from /proc by root, because PostgreSQL runs as another user')
    const afterStart: number[] = []
    const afterWork: number[] = []
    for (let round = 0; round < rounds; round++) {
      afterStart.push(await idle())
      afterWork.push(await idleAfterWork())
    }
    return [
      figure({ label: 'idle memory, server and database', samples: afterStart, ...limit }),
      figure({ label: 'the same after 5,000 creates and 5,000 lists', samples: afterWork, ...limit }),
    ]
  },
}
