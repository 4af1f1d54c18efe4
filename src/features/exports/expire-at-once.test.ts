import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { day } from '#lib/clock.ts'
import { bundles } from '#test/bundles.ts'
import { prover, textFile } from '#test/proof.ts'
import { boot, untilBlocked } from '#test/system.ts'

test('the files of an expired bundle stay while a migration starts to copy them', async () => {
  await using p = await boot()
  const token = await p.token('acme-scanner')
  const { newClaim, attach } = prover(p, () => token)
  await attach(await newClaim(), textFile('a file'))
  await bundles(p, { cookie: await p.signIn('auditor@acme.example') }).make({ kind: 'everything' })
  p.clock.advance(8 * day)

  const migration = new pg.Client(p.connection)
  await migration.connect()
  await migration.query('begin')
  const copied = await migration.query(`insert into blob_copy
      (organization_id, object_key, blob_key, binding_id, state, stored_bytes, since, scrubbed_at)
    select c.organization_id, 'copy of ' || c.object_key, c.blob_key, c.binding_id, 'writing', c.stored_bytes, c.since, c.since
      from evidence_export_entry e
      join artifact a on a.organization_id = e.organization_id and a.id = e.artifact_id
      join blob_copy c on c.organization_id = a.organization_id and c.blob_key = a.blob_key
     where e.is_own`)
  assert.ok(copied.rowCount)
  const expiring = p.system.runJob('expire-exports')
  await untilBlocked(p, 1)
  await migration.query('commit')
  await migration.end()
  await expiring

  const copies = await p.sql(`select from blob_copy where state = 'writing'`)
  assert.equal(copies.length, copied.rowCount)
  assert.deepEqual(await p.sql('select from staged_blob'), [])
})
