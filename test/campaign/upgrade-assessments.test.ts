import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '#db/migrate.ts'
import { query } from '#test/postgres.ts'
import { administrator, startTcpPostgres, tcpPassword } from '#test/tcp-postgres.ts'
import { migrateTo } from '#test/upgrade/migrate-to.ts'

// Migration 39 stored the due date of an assessment only in its record.
const rows = `
  insert into organization (id, slug, name, created_at) values ('org_1', 'acme', 'Acme', '2026-01-01Z');
  insert into framework (organization_id, id, framework_key, status, record) values ('org_1', 'gfw_1', 'ISO', 'active', '{}');
  insert into assessment (organization_id, id, assessment_key, status, framework_id, record) values
    ('org_1', 'gas_1', 'DATED', 'planned', 'gfw_1', '{"dueAt":"2026-12-31T12:00:00.000Z"}'),
    ('org_1', 'gas_2', 'UNDATED', 'in_review', 'gfw_1', '{"dueAt":null}'),
    ('org_1', 'gas_3', 'FROZEN', 'completed', 'gfw_1', '{"dueAt":"2026-06-30T12:00:00.000Z"}')`

for (const [owner, what] of [
  [administrator, 'a superuser'],
  ['owner', 'no superuser'],
] as const)
  test(`earlier assessments are due as their records say; the owner is ${what}`, async () => {
    await using server = await startTcpPostgres()
    const install = { connectionString: server.urlOf(administrator, 'postgres') }
    if (owner !== administrator) await query(install, `create role ${owner} login createrole password '${tcpPassword}'`)
    await query(install, `create database install owner ${owner}`)
    const database = { connectionString: server.urlOf(owner, 'install') }
    await migrateTo(database, 39)
    const everything = { connectionString: server.urlOf(administrator, 'install') }
    await query(everything, rows)
    await migrate(database)
    const due = await query(
      everything,
      `select assessment_key, to_char(due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as due from assessment order by id`,
    )
    assert.deepEqual(due, [
      { assessment_key: 'DATED', due: '2026-12-31 12:00' },
      { assessment_key: 'UNDATED', due: null },
      { assessment_key: 'FROZEN', due: '2026-06-30 12:00' },
    ])
  })
