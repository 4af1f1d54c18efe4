import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '#db/migrate.ts'
import { query } from '#test/postgres.ts'
import { administrator, startTcpPostgres, tcpPassword } from '#test/tcp-postgres.ts'
import { migrateTo } from '#test/upgrade/migrate-to.ts'

// Migration 42 stored whether a request was answered only in its record.
const rows = `
  insert into organization (id, slug, name, created_at) values ('org_1', 'acme', 'Acme', '2026-01-01Z');
  insert into framework (organization_id, id, framework_key, status, record) values ('org_1', 'gfw_1', 'ISO', 'active', '{}');
  insert into assessment (organization_id, id, assessment_key, status, framework_id, record)
    values ('org_1', 'gas_1', 'AUDIT', 'in_progress', 'gfw_1', '{}');
  insert into room (organization_id, id, assessment_id, status, record) values ('org_1', 'rom_1', 'gas_1', 'open', '{}');
  insert into room_entry (organization_id, id, room_id, kind, record) values
    ('org_1', 'ren_1', 'rom_1', 'request', '{"answer":{"text":"Here."}}'),
    ('org_1', 'ren_2', 'rom_1', 'request', '{"answer":null}')`

test('earlier requests are answered if their records say so', async () => {
  await using server = await startTcpPostgres()
  const install = { connectionString: server.urlOf(administrator, 'postgres') }
  await query(install, `create role owner login createrole password '${tcpPassword}'`)
  await query(install, 'create database install owner owner')
  const database = { connectionString: server.urlOf('owner', 'install') }
  await migrateTo(database, 42)
  const everything = { connectionString: server.urlOf(administrator, 'install') }
  await query(everything, rows)
  await migrate(database)
  assert.deepEqual(await query(everything, 'select id, answered from room_entry order by id'), [
    { id: 'ren_1', answered: true },
    { id: 'ren_2', answered: false },
  ])
})
