import assert from 'node:assert/strict'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { openPath, prover, textFile } from '#test/proof.ts'
import { boot } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'

test('uploads and downloads during a storage outage record one event per workspace in ten minutes', async t => {
  const dataDir = await mkdtemp(join(tmpdir(), 'probata-storage-canary-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  await using p = await boot({ env: { PROBATA_DATA_DIR: dataDir } })
  const openWorkspace = async (slug: string) => {
    const token = await p.token(`${slug}-scanner`)
    const client = prover(p, () => token)
    const claimId = await client.newClaim()
    const { artifactId } = await client.attach(claimId, textFile('kept'))
    const { body } = await client.announce(claimId, textFile('later'))
    return {
      open: () => p.call('GET', openPath(claimId, artifactId), { token }),
      upload: () => client.send(body.upload.path, textFile('later')),
    }
  }
  const [acme, globex] = [await openWorkspace('acme'), await openWorkspace('globex')]
  const events = async (slug: string) => {
    const path = '/security-events?type=storageOperationsActiveBindingUnavailable'
    const { body, text } = await createWorkspaceClient(p, slug).ask('auditor', 'GET', path)
    assert.ok(!text.includes('canary'), text)
    return body.securityEvents
  }
  await rename(join(dataDir, 'blobs'), join(dataDir, 'away'))
  const responses = await Promise.all([acme.open(), acme.upload(), acme.open(), acme.upload()])
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([503]))
  const [event, ...more] = await events('acme')
  assert.equal(more.length, 0)
  assert.deepEqual([event.severity, event.context.code], ['high', 'ENOENT'])
  assert.ok(responses.some(({ headers }) => headers.get('x-request-id') === event.context.requestId))
  assert.deepEqual(await events('globex'), [])
  assert.equal((await globex.upload()).status, 503)
  assert.equal((await events('globex')).length, 1)
  p.clock.advance(9 * minute)
  await acme.open()
  assert.equal((await events('acme')).length, 1)
  p.clock.advance(2 * minute)
  await acme.open()
  assert.equal((await events('acme')).length, 2)
  await rename(join(dataDir, 'away'), join(dataDir, 'blobs'))
  p.clock.advance(11 * minute)
  assert.equal((await acme.open()).status, 200)
  assert.equal((await events('acme')).length, 2)
})
