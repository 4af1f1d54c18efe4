import { setTimeout as delay } from 'node:timers/promises'
import { asOfStand } from './as-of.ts'
import { type Comparison, compareOn } from './comparison.ts'
import { meterServer } from './cpu.ts'
import { requestText } from './request.ts'
import { scaled } from './scale.ts'
import { seal } from './sealed-create.ts'
import { runAll } from './seed.ts'
import { signIn } from './server.ts'
import type { Rig, Stand } from './work.ts'
import { caller } from './workspace-seed.ts'

const seconds = scaled(4, 1)
const reason = 'Benchmark of verifications'

/**
 * A million claims that match their sealed audit rows. The stand deletes the decisions, because no seeded audit row
 * covers them.
 */
const stand: Stand = {
  async fill(rig) {
    await asOfStand.fill?.(rig)
    await runAll(rig.server, [
      'set session_replication_role = replica',
      'delete from review_decision',
      'vacuum review_decision',
    ])
    await seal(rig.server)
  },
}

const listClaims = ({ server, load }: Rig) => {
  const request = requestText({ path: '/api/v1/governance/evidence/claims', token: server.token })
  return () => load.rate({ port: server.port, connections: 16, for: { seconds }, request })
}

/**
 * Lists claims while the audit trail and a million records are verified, compared with listing them without the
 * verification.
 */
export const verifiedListWork: Comparison = {
  name: 'verified-list',
  label: 'list 50 claims while 1,000,000 records are verified, 16 clients',
  operations: 'lists',
  rounds: 5,
  stand,
  async prepare(rig) {
    const call = caller(rig.server, { cookie: await signIn(rig.server) })
    let id = ''
    return {
      async before() {
        const verification = await call('POST', '/api/workspace/audit/verify', { reason })
        id = verification.id
        // Not awaited, because the request lasts as long as the verification.
        void call('POST', '/api/workspace/jobs/verify-ledger/run', { reason }).catch(() => undefined)
      },
      round: listClaims(rig),
      async after() {
        for (;;) {
          const { status, findings } = await call('GET', `/api/workspace/ledger/verifications/${id}`)
          if (status === 'sound') return
          if (status !== 'running')
            throw new Error(`the verification found the trail ${status}: ${JSON.stringify(findings).slice(0, 300)}`)
          await delay(250)
        }
      },
    }
  },
  against: 'none verified',
  floor: async rig => ({ meter: meterServer(rig.server), round: listClaims(rig) }),
  wall: { atLeast: 0.95 },
}

export const verifiedList = compareOn('verified-list', [verifiedListWork])
