import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditRow } from './audit-row.ts'
import { type Comparison, compareOn } from './comparison.ts'
import { meterPostgres } from './cpu.ts'
import { pgbench } from './pgbench.ts'
import { pipelineScript, type StatementValues } from './pipelined.ts'
import { requestText } from './request.ts'
import { scaled } from './scale.ts'

const clients = 32
const seconds = scaled(4, 1)
/**
 * The number of packages. Each event is recorded for a different package, so that no event waits for the lock of
 * another.
 */
const packages = 250_000
const packagesPerRun = 30_000

const moment = '2026-11-21T00:00:00.000Z'
// A package record with the fields that the indexes of its list read, as long as a typical record.
const record = JSON.stringify({
  id: 'x'.repeat(33),
  submissionRequirementId: 'x'.repeat(33),
  packageKey: 'x'.repeat(33),
  title: 'Bench',
  status: 'submitted',
  dueAt: moment,
  submittedAt: moment,
  createdAt: moment,
  updatedAt: moment,
}).padEnd(330)
const eventRecord = 'x'.repeat(420)
const uid = `'0100000' || :u`
const id = `'subpkg_floor000000000' || lpad((:run * ${packagesPerRun} + :n * ${clients} + :client_id)::text, 12, '0')`

const emitEvent = (type: string, name: string, data: string): StatementValues => [
  'emit_event',
  [':org', `'evt_' || ${uid} || '${name.slice(-3)}'`, `'${type}'`, `'${name}'`, `'${type}'`].concat(
    `'2026-11-21T00:00:00.000Z'`,
    data,
    `'req_' || ${uid}`,
    `'governance.submissions' || ':' || 'read'`,
    '1763683200000',
    'null',
    `'live'`,
  ),
]

// The statements that record `submitted`, in order.
const writes: readonly StatementValues[] = [
  ['bind_organization', [':org', `'*'`, `''`]],
  ['lock_submission_package', [':org', id]],
  [
    'update_submission_package',
    [
      ':org',
      id,
      `'submitted'`,
      `'2027-01-01T00:00:00.000Z'`,
      `'2026-11-21T00:00:00.000Z'`,
      '0',
      `'2026-11-21T00:00:00.000Z'`,
      `'{}'`,
      `'{}'`,
      ':record',
    ],
  ],
  emitEvent('submission.package.event_recorded', 'governance.submission_package.event_recorded.v1', ':event'),
  emitEvent('submission.package.status_changed', 'governance.submission_package.status_changed.v2', ':record'),
  [
    'insert_submission_event',
    [':org', `'subevt_' || ${uid}`, id, `'submitted'`, 'null', `array['evt_' || ${uid}]`, ':event'],
  ],
  ['insert_audit_event', [':org', `'aud_' || ${uid}`, `'submission.event.record'`, `'sva_bench'`, id, ':audit']],
  [
    'remember_answer',
    [':org', `'tok_bench'`, `'bench-' || ${uid}`, ':digest', '201', `'{"x-request-id":"req_x"}'`, ':event'].concat(
      `'2026-11-21T00:00:00.000Z'`,
    ),
  ],
]

export const recordEventScript = pipelineScript(['\\set u :base + :n * 64 + :client_id'], writes).concat(
  '\\set n :n + 1\n',
)

const seed = async (sql: (text: string, values?: unknown[]) => Promise<unknown>, organizationId: string) => {
  const requirement = 'subreq_00000000000000000000000001'
  await sql(
    `insert into submission_requirement (organization_id, id, requirement_key, status, submission_kind, record)
     values ($1, $2, 'BENCH', 'active', 'other', $3)`,
    [
      organizationId,
      requirement,
      JSON.stringify({
        id: requirement,
        requirementKey: 'BENCH',
        title: 'Bench',
        submissionKind: 'other',
        status: 'active',
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
      }),
    ],
  )
  for (const prefix of ['subpkg_bench000000000', 'subpkg_floor000000000'])
    await sql(
      `insert into submission_package (organization_id, id, submission_requirement_id, package_key, status, due_at, logged_at, record)
       select $1, $2::text || lpad(i::text, 12, '0'), $3::text, $2::text || i, 'draft', '2027-01-01T00:00:00Z', '2026-01-01T00:00:00Z', json_build_object(
         'id', $2::text || lpad(i::text, 12, '0'), 'submissionRequirementId', $3::text, 'packageKey', $2::text || i, 'title', 'Bench',
         'status', 'draft', 'dueAt', '2027-01-01T00:00:00.000Z', 'submittedAt', null, 'createdAt', '2026-01-01T00:00:00.000Z',
         'updatedAt', '2026-01-01T00:00:00.000Z')
         from generate_series(0, ${packages - 1}) i`,
      [organizationId, prefix, requirement],
    )
  await sql('analyze')
}

/**
 * Records an event with its package, audit row, two webhook events and idempotency key, compared with pgbench sending
 * the same statements.
 */
export const recordEventWork: Comparison = {
  name: 'record-event',
  label: `record a submission event, ${clients} clients`,
  operations: 'events',
  rounds: 7,
  stand: { fill: ({ server: { sql, organizationId } }) => seed(sql, organizationId) },
  async prepare({ server: { port, token }, load }) {
    const request = requestText({
      method: 'POST',
      path: '/api/v1/governance/submissions/packages/subpkg_bench000000000{n}/events',
      token,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'bench-{n}' },
      body: JSON.stringify({
        eventKind: 'submitted',
        occurredAt: '2026-11-20T15:31:07.000Z',
        eventSnapshot: { message: 'M-{n}', channel: 'portal', code: 'RCVD' },
        reason: 'Portal message of a benchmark',
      }),
    })
    return { round: () => load.rate({ port, connections: clients, for: { seconds }, request }) }
  },
  against: 'the same statements pipelined by pgbench',
  async floor({ server }) {
    const { connection, organizationId } = server
    const file = join(server.directory, 'record-event.sql')
    await writeFile(file, recordEventScript)
    let run = -1
    const round = () => {
      run++
      const base = `1${String(run).padStart(3, '0')}${'0'.repeat(15)}`
      const texts = { record, event: eventRecord, audit: auditRow, digest: 'a'.repeat(64) }
      const variables = { org: organizationId, n: '0', run: String(run), base, ...texts }
      const options = '-c role=probata_app -c timezone=UTC -c search_path=public'
      return pgbench({ connection, script: file, clients, seconds, variables, options })
    }
    return { meter: meterPostgres(server), round }
  },
  wall: { atLeast: 0.5 },
  cpu: { atMost: 1.4 },
}

export const recordEvent = compareOn('record-event', [recordEventWork])
