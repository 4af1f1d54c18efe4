import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createAuditRows, insertAuditRows } from '#test/ledger/many-rows.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
before(async () => {
  p = await boot()
})
after(() => p[Symbol.asyncDispose]())

const rowsPerTransaction = 5000
const batchSize = 500

test('a batch reads only the rows it seals, even with large transactions', async () => {
  const [acme] = await p.sql(`select id from organization where slug = 'acme'`)
  for (let i = 0; i < 6; i++) await p.sql(insertAuditRows, [acme?.id, ...createAuditRows(rowsPerTransaction)])
  await p.system.runJob('seal-ledger')
  await p.sql('analyze audit_event')

  // Moves the sealer to the middle of the last transaction, with no earlier transaction in progress.
  const client = new pg.Client(p.connection)
  await client.connect()
  await client.query(`
    begin;
    update ledger_cursor set goal = pg_current_snapshot(), done = pg_current_snapshot(),
      (position_transaction, position_organization, position_id) = (select transaction, organization_id, id
        from audit_event order by transaction desc, organization_id, id offset ${rowsPerTransaction / 2} limit 1)`)
  const readWork = () => client.query(`select count(*)::int as rows from ledger_work(${batchSize}, 'nod_test', now())`)
  // PostgreSQL caches the plan at the sixth execution.
  for (let i = 0; i < 6; i++) await readWork()
  const count = `select idx_tup_fetch + seq_tup_read as read from pg_stat_xact_user_tables where relname = 'audit_event'`
  const [before] = (await client.query(count)).rows
  await readWork()
  const [after] = (await client.query(count)).rows
  await client.query('rollback')
  await client.end()
  const read = after.read - before.read
  assert.ok(read <= rowsPerTransaction, `${read} rows were read for a batch of ${batchSize}`)
})
