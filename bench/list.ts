import { type Comparison, compareOn } from './comparison.ts'
import { meterProcess } from './cpu.ts'
import { millionStand } from './lab.ts'
import { startProcess } from './process.ts'
import { requestText } from './request.ts'
import { scaled } from './scale.ts'
import type { Rig } from './work.ts'

const connections = 16
const seconds = scaled(2, 1)

const listClaims = ({ server, load }: Rig, port: number, path: string) => {
  const request = requestText({ path, token: server.token })
  return () => load.rate({ port, connections, for: { seconds }, request })
}

/** Lists 50 claims of a million, newest first, as a client with a token. */
export const listWork: Comparison = {
  name: 'list',
  label: 'list 50 claims of 1,000,000, 16 clients',
  operations: 'lists',
  rounds: 9,
  stand: millionStand,
  prepare: async rig => ({ round: listClaims(rig, rig.server.port, '/api/v1/governance/evidence/claims') }),
  against: 'bare Fastify',
  async floor(rig) {
    const { connection, organizationId } = rig.server
    const running = await startProcess(['bench/floor-list.ts', JSON.stringify(connection), organizationId])
    rig.resources.use(running)
    return { meter: meterProcess(running, rig.server), round: listClaims(rig, running.port, '/claims') }
  },
  wall: { atLeast: 1 },
}

export const list = compareOn('list', [listWork])
