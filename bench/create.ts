import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditRow } from './audit-row.ts'
import { type Benchmark, figure } from './benchmark.ts'
import { startLoad } from './load.ts'
import { pgbench } from './pgbench.ts'
import { pipelined, type Sent } from './pipelined.ts'
import { claimBody, requestText } from './request.ts'
import { scaled } from './scale.ts'
import { startServer } from './server.ts'
import { interleave } from './statistics.ts'

const rounds = 7
const clients = 32
const seconds = scaled(4, 1)

const path = '/api/v1/governance/evidence/claims'
const record = JSON.stringify({ ...claimBody, id: 'x'.repeat(30), times: ['x'.repeat(24), 'x'.repeat(24)] }).padEnd(620)

// What a create sends, in its order, with pgbench's variables as values; `:u` makes each transaction's rows its own.
const uid = `'0100000' || :u`
const writes: readonly Sent[] = [
  ['bind_organization', [':org', `'*'`, `''`]],
  [
    'insert_claim',
    [
      ':org',
      `'gec_' || ${uid}`,
      'null',
      `'bench-' || ${uid}`,
      `'submitted'`,
      `'2027-11-21T00:00:00.000Z'`,
      `'sva_bench'`,
    ].concat(
      'null',
      ':record',
      `'{"scanner":"backup-checker","run":"job-000000000000"}'`,
      `'{"hosts":12,"failed":0}'`,
      `'{}'`,
    ),
  ],
  [
    'emit_event',
    [
      ':org',
      `'evt_' || ${uid}`,
      `'evidence.claim.created'`,
      `'governance.evidence_claim.created.v1'`,
      `'evidence.claim.created'`,
      `'2026-11-21T00:00:00.000Z'`,
      ':record',
      `'req_' || ${uid}`,
      `'governance.evidence' || ':' || 'read'`,
      '1763683200000',
      'null',
      `'live'`,
    ],
  ],
  [
    'insert_audit_event',
    [':org', `'aud_' || ${uid}`, `'evidence.claim.create'`, `'sva_bench'`, `'gec_' || ${uid}`, ':audit'],
  ],
  [
    'remember_answer',
    [':org', `'tok_bench'`, `'bench-' || ${uid}`, ':digest', '201', `'{"x-request-id":"req_x"}'`, ':record'].concat(
      `'2026-11-21T00:00:00.000Z'`,
    ),
  ],
]

const script = (): string => pipelined(['\\set n :n + 1', '\\set u :base + :n * 64 + :client_id'], writes)

/** A claim with its audit row, event and idempotency key, against the same statements sent by pgbench. */
export const create: Benchmark = {
  name: 'create',
  async run() {
    await using server = await startServer()
    await using load = await startLoad()
    const { port, token, organizationId, connection } = server
    const file = join(server.directory, 'create.sql')
    await writeFile(file, script())
    const request = requestText({
      method: 'POST',
      path,
      token,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'bench-{n}' },
      body: JSON.stringify(claimBody),
    })
    let run = 0
    const floor = () => {
      run++
      const base = `1${String(run).padStart(3, '0')}${'0'.repeat(15)}`
      const variables = { org: organizationId, n: '0', base, record, audit: auditRow, digest: 'a'.repeat(64) }
      const options = '-c role=probata_app -c timezone=UTC -c search_path=public'
      return pgbench({ connection, script: file, clients, seconds, variables, options })
    }
    const ours = async () => {
      const rate = await load.rate({ port, connections: clients, for: { seconds }, request })
      return rate.perSecond
    }
    const measured = await interleave({ rounds, ours, floor })
    const perSecond = measured.map(({ ours, floor }) => `${ours.toFixed()}:${floor.toFixed()}`)
    return [
      figure({
        what: 'create a claim, 32 clients, against the same statements pipelined by pgbench',
        samples: measured.map(({ ours, floor }) => ours / floor),
        atLeast: 0.5,
        detail: `creates/s:transactions/s ${perSecond.join(' ')}`,
      }),
    ]
  },
}
