import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { Refusal } from '#http/errors.ts'
import { movedAway } from '#http/moved-away.ts'
import { observeMoving } from '#test/access/moving.ts'
import { german, startGermanPostgres, withoutGermanPostgres } from '#test/german-postgres.ts'
import { administrator, startTcpPostgres, type TcpPostgres } from '#test/tcp-postgres.ts'

test('writes to records that move to another unit get 404, and never a server error', {
  timeout: 600_000,
}, async t => {
  const { faults, requests, hidden } = await observeMoving(32, 6)
  t.diagnostic(`${requests} requests, ${hidden} got 404`)
  assert.deepEqual(faults, [])
  assert.ok(requests > 100 && hidden > 10)
})

const tables = `
  create role program;
  create table record (organization_id text, unit_id text);
  create table closed ();
  alter table record enable row level security;
  grant select, insert, update on record to program;
  create policy bound_organization on record to program using (organization_id = 'ours');
  create policy bound_unit on record as restrictive to program using (unit_id = 'ours');
  insert into record values ('ours', 'ours');
  set role program`

const checkErrors = async (server: TcpPostgres, language: string): Promise<void> => {
  const client = new pg.Client({ connectionString: server.urlOf(administrator, 'postgres') })
  await client.connect()
  try {
    await client.query(`set lc_messages = '${language}'`)
    await client.query(tables)
    const errorOf = async (sql: string): Promise<unknown> =>
      client.query(sql).then(
        () => undefined,
        error => error,
      )
    for (const sql of [`insert into record values ('ours', 'theirs')`, `update record set unit_id = 'theirs'`]) {
      const refusal = movedAway(await errorOf(sql))
      assert.ok(refusal instanceof Refusal, sql)
      assert.equal(refusal.status, 404)
    }
    for (const sql of [
      `insert into record values ('theirs', 'ours')`,
      'select from closed',
      'delete from record',
      'create role other',
      `do $$ begin raise exception 'bound_unit' using errcode = 'insufficient_privilege'; end $$`,
    ]) {
      const error = await errorOf(sql)
      assert.ok(error instanceof pg.DatabaseError && error.code === '42501', sql)
      assert.equal(movedAway(error), undefined, sql)
    }
  } finally {
    await client.end()
  }
}

test("only a unit's row policy turns a rejected write into a 404", async () => {
  await using server = await startTcpPostgres()
  await checkErrors(server, 'C')
})

test('the same applies to PostgreSQL 15 in German', { skip: withoutGermanPostgres }, async () => {
  await using server = await startGermanPostgres()
  await checkErrors(server, german)
})
