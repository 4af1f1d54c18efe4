import assert from 'node:assert/strict'
import { chmodSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { provision } from '#src/features/provisioning/provision.ts'
import { type CheckedBinding, checkBindings } from '#src/features/storage/commands/check-bindings.ts'
import { sections } from '#src/features.ts'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot, type Probata } from '#test/system.ts'

describe('storageBindings in the provisioning file', () => {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'probata-storage-file-'))
  after(() => folder.remove())
  const credentialsFile = join(folder.path, 'storage.json')
  let resources: AsyncDisposableStack
  let p: Probata
  let bucket: MemoryS3

  before(async () => {
    await using starting = new AsyncDisposableStack()
    bucket = starting.use(await startMemoryS3())
    p = starting.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8' } }))
    bucket.clock = p.clock
    resources = starting.move()
  })
  after(() => resources.disposeAsync())

  const write = (content: unknown, mode = 0o600) => {
    writeFileSync(credentialsFile, typeof content === 'string' ? content : JSON.stringify(content))
    chmodSync(credentialsFile, mode)
  }
  const apply = async (overrides: object = {}) => {
    const binding = { name: 'Frankfurt', settings: bucket.settings, credentialsFile, active: true, ...overrides }
    const organizations = [{ slug: 'acme', name: 'Acme Bank', storageBindings: [binding] }]
    const { counts } = await provision(p.system.services, sections, { organizations })
    return counts
  }
  const readBindings = async () => {
    const rows = await p.sql(`select b.name, b.status from storage_binding b
      join organization o on o.id = b.organization_id where o.slug = 'acme' order by b.name`)
    return rows.map(({ name, status }) => `${name} ${status}`)
  }

  test('an error in the credentials file is reported without quoting the file', async () => {
    const files: [content: unknown, mode: number, message: RegExp][] = [
      [bucket.credentials, 0o644, /run chmod 600/],
      ['{"accessKeyId": "AKIAQUOTED', 0o600, /must hold/],
      [{ accessKeyId: 'AKIAQUOTED' }, 0o600, /must hold/],
    ]
    for (const [content, mode, message] of files) {
      write(content, mode)
      await assert.rejects(apply(), (error: Error) => {
        assert.match(error.message, /^organizations\[0\]\.storageBindings\[0\]\.credentialsFile /)
        assert.match(error.message, message)
        assert.equal(error.message.includes('QUOTED'), false)
        return true
      })
    }
    await assert.rejects(apply({ credentialsFile: join(folder.path, 'none') }), /does not exist/)
    assert.deepEqual(await readBindings(), ['local active'])
  })

  test('a store that fails its probes receives no files, and is probed again at the next start', async () => {
    write({ ...bucket.credentials, secretAccessKey: 'not the one of this key' })
    assert.equal((await apply()).created, 1)
    assert.deepEqual(await readBindings(), ['Frankfurt draft', 'local active'])
    const failureEvents = `select 1 from security_event where type = 'storageOperationsValidationFailed'`
    assert.equal((await p.sql(failureEvents)).length, 1)

    write(bucket.credentials)
    assert.equal((await apply()).updated, 1)
    assert.deepEqual(await readBindings(), ['Frankfurt active', 'local draining'])
    const requests = bucket.requests.length
    assert.deepEqual((await apply()).updated, 0)
    assert.equal(bucket.requests.length, requests, 'the store is not contacted again')
  })

  test('the check command lists the failed probes of a store that rejects requests', async () => {
    const check = async () => {
      const results: CheckedBinding[] = []
      for await (const one of checkBindings(p.system.services)) if (one.organization === 'acme') results.push(one)
      return results
    }
    assert.deepEqual(
      (await check()).map(({ name, passed }) => [name, passed]),
      [['Frankfurt', true]],
    )
    bucket.intercept = method => (method === 'DELETE' ? { status: 403 } : undefined)
    const [rejectedBinding] = await check()
    bucket.intercept = () => undefined
    assert.equal(rejectedBinding?.passed, false)
    const failing = rejectedBinding.results.filter(({ required, outcome }) => required && outcome !== 'passed')
    assert.ok(failing.some(({ probe, code }) => probe === 'delete' && code === 'forbidden'))
  })

  test('new credentials are used once they pass the probes; the settings of a binding in use cannot change', async () => {
    write({ accessKeyId: 'AKIAUNKNOWN0', secretAccessKey: 'unknown to the store' })
    await apply()
    const hint = async () => (await p.sql(`select credential_hint from storage_binding where name = 'Frankfurt'`))[0]
    assert.deepEqual(await hint(), { credential_hint: bucket.credentials.accessKeyId.slice(-4) })
    const newCredentials = { accessKeyId: 'AKIANEWNEW77', secretAccessKey: 'known to the store by now' }
    bucket.accept(newCredentials)
    write(newCredentials)
    await apply()
    assert.deepEqual(await hint(), { credential_hint: 'EW77' })
    await assert.rejects(apply({ settings: { ...bucket.settings, prefix: 'other' } }), /settings cannot be changed/)
    await assert.rejects(apply({ name: 'local' }), /name is the name of the folder/)
  })

  test('the file can set the lock mode, which is fixed once a binding is in use', async () => {
    const retention = async () =>
      (await p.sql(`select retention_mode, status from storage_binding where name = 'Vienna'`))[0]
    const binding = { name: 'Vienna', active: false }
    await apply({ ...binding, retention: 'compliance' })
    assert.deepEqual(await retention(), { retention_mode: 'compliance', status: 'draft' })
    assert.equal((await apply({ ...binding, retention: 'compliance' })).updated, 0)
    await apply({ ...binding, active: true, retention: 'governance' })
    assert.deepEqual(await retention(), { retention_mode: 'governance', status: 'draft' }, 'the bucket locks nothing')
    await assert.rejects(apply({ retention: 'governance' }), /settings cannot be changed/)
  })
})
