import { setTimeout as delay } from 'node:timers/promises'
import { type Comparison, compareOn } from './comparison.ts'
import { meterServer } from './cpu.ts'
import { claimBody, requestText } from './request.ts'
import { scaled } from './scale.ts'
import type { Server } from './server.ts'
import { bareStand, type Rig } from './work.ts'

const seconds = scaled(4, 1)
const path = '/api/v1/governance/evidence/claims'

const stopSealing = ({ sql }: Server) => sql('update ledger_cursor set stopped_at = now()')

/** Resumes the sealer and waits until it has caught up, so that its backlog is not part of the round. */
export const seal = async ({ sql }: Server): Promise<void> => {
  const behindSql = 'select (select count(*) from audit_event) - (select count(*) from ledger_leaf) as behind'
  const isBehind = async () => Number((await sql(behindSql))[0]?.behind) > 0
  await sql('update ledger_cursor set stopped_at = null')
  while (await isBehind()) await delay(250)
}

const createClaims = ({ server: { port, token }, load }: Rig, connections: number) => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'sealed-{n}' }
  const request = requestText({ method: 'POST', path, token, headers, body: JSON.stringify(claimBody) })
  return () => load.rate({ port, connections, for: { seconds }, request })
}

/**
 * The cost of sealing for writers: creates per second while the sealer runs, compared with creates while it is stopped.
 */
const sealedCreates = (connections: number, label: string, atLeast: number): Comparison => ({
  name: `sealed-create-${connections}`,
  label,
  operations: 'creates',
  rounds: 7,
  stand: bareStand,
  async prepare(rig) {
    const round = createClaims(rig, connections)
    return { before: () => seal(rig.server), round }
  },
  against: 'the sealer stopped',
  async floor(rig) {
    const round = createClaims(rig, connections)
    return { meter: meterServer(rig.server), before: () => stopSealing(rig.server), round }
  },
  wall: { atLeast },
})

export const sealedCreateWorks = [
  sealedCreates(32, 'create a claim while rows are sealed, 32 clients, both cores saturated', 0.97),
  sealedCreates(1, 'create a claim while rows are sealed, 1 client, a core free', 0.95),
] as const

export const sealedCreate = compareOn('sealed-create', sealedCreateWorks)
