import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '#db/migrate.ts'
import { query } from '#test/postgres.ts'
import { administrator, startTcpPostgres, tcpPassword } from '#test/tcp-postgres.ts'
import { migrateTo } from '#test/upgrade/migrate-to.ts'

// Migration 49 identified a finding by its only fingerprint, and had no category.
const rows = `
  insert into organization (id, slug, name, created_at) values ('org_1', 'acme', 'Acme', '2026-01-01Z');
  insert into finding (organization_id, id, severity, status, source_module_key, source_fingerprint, record) values
    ('org_1', 'gfd_1', 'high', 'open', 'zap', 'one', '{"title":"a"}'),
    ('org_1', 'gfd_2', 'low', 'accepted', 'zap', 'two', '{"title":"b"}'),
    ('org_1', 'gfd_3', 'low', 'open', null, null, '{"title":"c"}'),
    ('org_1', 'gfd_4', 'low', 'open', 'zap', null, '{"title":"d"}')`

test('earlier findings are identified by their fingerprint, and have no category', async () => {
  await using server = await startTcpPostgres()
  const install = { connectionString: server.urlOf(administrator, 'postgres') }
  await query(install, `create role owner login createrole password '${tcpPassword}'`)
  await query(install, 'create database install owner owner')
  const database = { connectionString: server.urlOf('owner', 'install') }
  await migrateTo(database, 49)
  const everything = { connectionString: server.urlOf(administrator, 'install') }
  await query(everything, rows)
  await migrate(database)
  assert.deepEqual(
    await query(
      everything,
      `select finding_id, source_module_key as source, fingerprint, is_current
         from finding_fingerprint order by finding_id`,
    ),
    [
      { finding_id: 'gfd_1', source: 'zap', fingerprint: 'one', is_current: true },
      { finding_id: 'gfd_2', source: 'zap', fingerprint: 'two', is_current: true },
    ],
  )
  const categories = await query(
    everything,
    'select distinct source_category as category, record from finding order by 2',
  )
  assert.deepEqual(
    categories.map(({ category }) => category),
    ['', '', '', ''],
  )
})

const reported = (finding: string, actor: string) =>
  `('org_1', 'aud_${finding}', 'finding.create', '${actor}', '${finding}', '{}')`

test('earlier findings belong to the unit of the account that first reported them', async () => {
  await using server = await startTcpPostgres()
  const install = { connectionString: server.urlOf(administrator, 'postgres') }
  await query(install, `create role owner login createrole password '${tcpPassword}'`)
  await query(install, 'create database install owner owner')
  const database = { connectionString: server.urlOf('owner', 'install') }
  await migrateTo(database, 51)
  const everything = { connectionString: server.urlOf(administrator, 'install') }
  await query(
    everything,
    `insert into organization (id, slug, name, created_at) values ('org_1', 'acme', 'Acme', '2026-01-01Z');
     insert into unit (organization_id, id, unit_key, status, record) values
       ('org_1', 'unt_a', 'a', 'active', '{}'), ('org_1', 'unt_b', 'b', 'closed', '{}');
     insert into service_account (organization_id, id, client_id, secret_hash, scopes, disabled, record) values
       ('org_1', 'svc_wide', 'wide', '', '{}', false, '{}'),
       ('org_1', 'svc_b', 'b', '', '{}', false, '{"unitIds":["unt_b","unt_a"]}');
     insert into finding (organization_id, id, severity, status, unit_id, source_module_key, source_fingerprint, record) values
       ('org_1', 'gfd_1', 'high', 'open', 'unt_a', 'zap', 'one', '{"title":"a"}'),
       ('org_1', 'gfd_2', 'low', 'open', 'unt_a', 'zap', 'two', '{"title":"b","sourceCategory":"web"}'),
       ('org_1', 'gfd_3', 'low', 'open', null, 'zap', 'three', '{"title":"c"}');
     insert into audit_event (organization_id, id, action, actor_id, resource_id, record) values
       ${reported('gfd_1', 'svc_wide')}, ${reported('gfd_2', 'svc_b')}`,
  )
  await migrate(database)
  assert.deepEqual(
    await query(everything, 'select reporter_unit_id as unit, source_category as scope from finding order by id'),
    [
      { unit: null, scope: '' },
      { unit: 'unt_b', scope: 'web\nunt_b' },
      { unit: null, scope: '' },
    ],
  )
})
