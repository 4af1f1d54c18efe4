import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { newBlobKey } from '#lib/blob-store.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot } from '#test/system.ts'
import { until } from '#test/until.ts'

test('a binding cannot be retired while an upload to it is being recorded', async () => {
  await using bucket = await startMemoryS3()
  await using p = await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8' } })
  bucket.clock = p.clock
  const cookie = await p.signIn('admin@acme.example')
  const bindings = bindingsOf(p, () => cookie)
  const [local] = (await bindings.list()).storageBindings
  const id = await bindings.activate(bucket)
  await bindings.done(bindings.act(local.id, 'activate'))

  const upload = new pg.Client(p.connection)
  await upload.connect()
  await upload.query('begin')
  await upload.query(
    `insert into staged_blob (organization_id, blob_key, node_id, created_at, binding_id, usable)
     select organization_id, $2, $3, now(), id, true from storage_binding where id = $1`,
    [id, newBlobKey(), p.system.services.nodeId],
  )
  const retirement = bindings.act(id, 'retire')
  await until('the retirement waits for the upload', async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await p.sql(waiting)).length > 0
  })
  await upload.query('commit')
  await upload.end()
  const { status, body } = await retirement
  assert.deepEqual([status, body.message], [422, 'An upload to the storage binding is in progress; try again.'])
  await p.sql('delete from staged_blob')
  await bindings.done(bindings.act(id, 'retire'))
})
