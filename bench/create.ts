import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditRow } from './audit-row.ts'
import { type Comparison, compareOn } from './comparison.ts'
import { meterPostgres } from './cpu.ts'
import { pgbench } from './pgbench.ts'
import { pipelineScript, type StatementValues } from './pipelined.ts'
import { claimBody, requestText } from './request.ts'
import { scaled } from './scale.ts'
import { bareStand } from './work.ts'

const clients = 32
const seconds = scaled(4, 1)

const path = '/api/v1/governance/evidence/claims'
const record = JSON.stringify({ ...claimBody, id: 'x'.repeat(30), times: ['x'.repeat(24), 'x'.repeat(24)] }).padEnd(620)

// The values for creating a claim, in the order in which the statements are sent, with pgbench's variables. `:u` makes
// the rows of each transaction unique.
const uid = `'0100000' || :u`
const writes: readonly StatementValues[] = [
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
      '1',
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

export const createScript = pipelineScript(['\\set n :n + 1', '\\set u :base + :n * 64 + :client_id'], writes)

/** Creates a claim with its audit row, event and idempotency key, compared with pgbench sending the same statements. */
export const createWork: Comparison = {
  name: 'create',
  label: `create a claim, ${clients} clients`,
  operations: 'creates',
  rounds: 7,
  stand: bareStand,
  async prepare({ server: { port, token }, load }) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'bench-{n}' }
    const request = requestText({ method: 'POST', path, token, headers, body: JSON.stringify(claimBody) })
    return { round: () => load.rate({ port, connections: clients, for: { seconds }, request }) }
  },
  against: 'the same statements pipelined by pgbench',
  async floor({ server }) {
    const { connection, organizationId } = server
    const file = join(server.directory, 'create.sql')
    await writeFile(file, createScript)
    let run = 0
    const round = () => {
      run++
      const base = `1${String(run).padStart(3, '0')}${'0'.repeat(15)}`
      const variables = { org: organizationId, n: '0', base, record, audit: auditRow, digest: 'a'.repeat(64) }
      const options = '-c role=probata_app -c timezone=UTC -c search_path=public'
      return pgbench({ connection, script: file, clients, seconds, variables, options })
    }
    return { meter: meterPostgres(server), round }
  },
  wall: { atLeast: 0.5 },
  cpu: { atMost: 1.25 },
}

export const create = compareOn('create', [createWork])
