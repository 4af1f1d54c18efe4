import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { provision } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { formOf, openPath, type Proof, prover, textFile } from '#test/proof.ts'
import { bootStorageKeys, type StorageKeys } from '#test/storage-keys.ts'
import { bindingsOf } from './bindings.ts'
import { type MemoryS3, startMemoryS3 } from './memory-s3.ts'

describe('the usage and quota of a workspace', { concurrency: false }, () => {
  let resources: AsyncDisposableStack
  let s: StorageKeys
  let bucket: MemoryS3
  let token: string
  let client: ReturnType<typeof prover>
  let claimId: string

  before(async () => {
    await using opening = new AsyncDisposableStack()
    s = opening.use(await bootStorageKeys())
    bucket = opening.use(await startMemoryS3())
    bucket.clock = s.p.clock
    token = await s.p.token('acme-scanner')
    client = prover(s.p, () => token)
    claimId = await client.newClaim()
    resources = opening.move()
  })
  after(() => resources.disposeAsync())

  const usage = (person = 'auditor') => s.acme.get(person, '/storage/usage')
  const countFiles = async () => {
    const { bytes, files } = await usage()
    return { bytes, files }
  }
  const rows = async () => {
    const [row] = await s.p.sql(
      'select sum(byte_size)::int as bytes, count(*)::int as files from artifact where organization_id = $1',
      [s.acmeId],
    )
    return row
  }
  const setOperatorQuota = async (quota: object) => {
    const organizations = [{ slug: 'acme', name: 'acme Bank', quota }]
    return (await provision(s.p.system.services, sections, { organizations })).counts
  }
  const file = (size: number): Proof => textFile('x'.repeat(size))
  /** Announces a file while space is available. Returns its upload path. */
  const announceFile = async (proof: Proof): Promise<string> => {
    const { status, body, text } = await client.announce(claimId, proof)
    assert.equal(status, 201, text)
    return body.upload.path
  }
  const liftQuota = () => setOperatorQuota({ bytes: null, files: null })

  test('at first there is no usage and no limit', async () => {
    const { bindings, ...rest } = await usage('admin')
    assert.deepEqual(rest, {
      bytes: 0,
      files: 0,
      quota: { bytes: null, files: null },
      share: null,
      checkedAt: null,
    })
    assert.deepEqual(
      bindings.map(({ id: _, ...binding }: { id: string }) => binding),
      [{ kind: 'folder', name: 'local', status: 'active', copies: 0, bytes: 0 }],
    )
    for (const person of ['reviewer', 'contributor'])
      for (const path of ['/storage/usage', '/storage/quota'])
        assert.equal((await s.acme.ask(person, 'GET', path)).status, 403)
  })

  test('attached files count, only in their own workspace; announced, rejected or interrupted uploads do not', async () => {
    await client.attach(claimId, file(100))
    const proof = file(50)
    await announceFile(proof)
    const path = await announceFile(proof)
    assert.equal((await client.send(path, file(51))).status, 422)
    const { promise: read, resolve: abort } = Promise.withResolvers<void>()
    const cut = new ReadableStream({
      async pull(controller) {
        controller.enqueue(new TextEncoder().encode('--b\r\n'))
        await read
        controller.error(new Error('gone'))
      },
    })
    const upload = fetch(s.p.url + path, {
      method: 'POST',
      body: cut,
      duplex: 'half',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    } as RequestInit)
    abort()
    await assert.rejects(upload)
    assert.deepEqual(await countFiles(), { bytes: 100, files: 1 })
    const { files } = await s.globex.get('admin', '/storage/usage')
    assert.equal(files, 0)
    const [local] = (await usage()).bindings
    assert.deepEqual([local.copies, local.bytes], [1, 100])
  })

  test('the operator sets a quota: a file beyond it is rejected before it is sent, and existing files stay readable', async () => {
    assert.deepEqual(await setOperatorQuota({ bytes: 250, files: 10 }), { created: 0, updated: 1, unchanged: 1 })
    assert.deepEqual(await setOperatorQuota({ bytes: 250, files: 10 }), { created: 0, updated: 0, unchanged: 2 })
    assert.deepEqual(await setOperatorQuota({}), { created: 0, updated: 0, unchanged: 2 })
    const { quota, share } = await usage()
    assert.deepEqual([quota, share], [{ bytes: 250, files: 10 }, 0.4])
    const rejection = await client.announce(claimId, file(151))
    assert.deepEqual([rejection.status, rejection.body.error], [422, 'unprocessable'])
    assert.match(rejection.body.message, /would have 251 bytes, and its quota is 250/)
    const attachment = await client.attach(claimId, file(150))
    assert.equal((await usage()).share, 1)
    const byFiles = await setOperatorQuota({ bytes: null, files: 2 })
    assert.equal(byFiles.updated, 1)
    assert.match((await client.announce(claimId, file(1))).body.message, /would have 3 files, and its quota is 2/)
    const response = await s.p.call('GET', openPath(claimId, attachment.artifactId), { token })
    assert.equal(response.status, 200)
    await setOperatorQuota({ bytes: 10 })
    assert.equal((await usage()).share, 25, 'a quota below the current usage removes nothing')
    const [lastEvent] = await s.audit('storage.quota.set')
    assert.equal(lastEvent.detail, 'by the operator: any bytes, 2 files → 10 bytes, 2 files')
    await liftQuota()
  })

  test("the workspace sets its own quota, within the operator's", async () => {
    await setOperatorQuota({ bytes: 1000, files: null })
    const setQuota = (body: object, person = 'admin') => s.acme.ask(person, 'PATCH', '/storage/quota', { ...body })
    assert.equal((await setQuota({ bytes: 500 }, 'auditor')).status, 403)
    const tooMuch = await setQuota({ bytes: 1001 })
    assert.deepEqual([tooMuch.status, tooMuch.body.issues[0].path], [400, ['bytes']])
    for (const body of [{ bytes: -1 }, { bytes: 1.5 }, { files: 10 ** 10 }])
      assert.equal((await setQuota(body)).status, 400)
    const response = await setQuota({ bytes: 300, files: 3 })
    assert.equal(response.status, 200, response.text)
    const { etag, ...quota } = await s.acme.get('auditor', '/storage/quota')
    assert.deepEqual(quota, {
      bytes: 300,
      files: 3,
      operator: { bytes: 1000, files: null },
      own: { bytes: 300, files: 3 },
    })
    assert.deepEqual(response.body, { ...quota, etag })
    assert.equal((await client.announce(claimId, file(51))).status, 422)
    await setOperatorQuota({ bytes: 200 })
    assert.equal((await s.acme.get('admin', '/storage/quota')).bytes, 200)
    const cookie = await s.p.signIn('admin@acme.example')
    const staleRequest = { cookie, headers: { 'if-match': etag }, body: { bytes: null, reason: 'as it was before' } }
    const staleResponse = await s.p.call('PATCH', '/api/workspace/storage/quota', staleRequest)
    assert.equal(staleResponse.status, 412, staleResponse.text)
    const lifted = await setQuota({ bytes: null, files: null })
    assert.deepEqual(lifted.body.own, { bytes: null, files: null })
    const [newest] = await s.audit('storage.quota.set')
    assert.deepEqual([newest.detail, typeof newest.reason], ['300 bytes, 3 files → any bytes, any files', 'string'])
    assert.deepEqual((await s.globex.get('admin', '/storage/usage')).quota, { bytes: null, files: null })
    await liftQuota()
  })

  test('a quota that others use up in the meantime is enforced when a file is attached, and the file is not kept', async () => {
    const { files } = await countFiles()
    await setOperatorQuota({ files: files + 1 })
    const [proof, other] = [textFile('the first'), textFile('the second')]
    const [firstPath, secondPath] = [await announceFile(proof), await announceFile(other)]
    assert.equal((await client.send(firstPath, proof)).status, 201)
    const key = { 'idempotency-key': 'a-key-of-a-file-too-much' }
    const send = () => s.p.call('POST', secondPath, { token, headers: key, body: formOf(other) })
    const rejection = await send()
    assert.deepEqual([rejection.status, rejection.body.error], [422, 'unprocessable'])
    assert.match(rejection.body.message, /its quota is/)
    assert.equal((await send()).text, rejection.text)
    assert.deepEqual(await countFiles(), await rows())
    assert.equal((await s.p.sql('select 1 from staged_blob')).length, 0)
    await liftQuota()
    assert.equal((await client.send(secondPath, other)).status, 201)
  })

  test('simultaneous uploads exceed a quota by at most twelve files', async () => {
    const { files } = await countFiles()
    const proofs = Array.from({ length: 60 }, (_, i) => textFile(`one of many: ${i}`))
    const paths = await Promise.all(
      proofs.map(async proof => {
        const claim = await client.newClaim()
        return (await client.announce(claim, proof)).body.upload.path
      }),
    )
    await setOperatorQuota({ files: files + 5 })
    const answers = await Promise.all(proofs.map((proof, i) => client.send(paths[i], proof)))
    const attachedCount = answers.filter(({ status }) => status === 201).length
    assert.deepEqual([...new Set(answers.map(({ status }) => status))].toSorted(), [201, 422])
    assert.ok(attachedCount >= 5 && attachedCount <= 5 + 12, `${attachedCount} were attached`)
    assert.deepEqual(await countFiles(), await rows())
    assert.equal((await usage()).files, files + attachedCount)
    await liftQuota()
  })

  test('files whose keys are destroyed no longer count', async () => {
    const cookie = await s.p.signIn('admin@acme.example')
    const bindings = bindingsOf(s.p, () => cookie)
    const countBefore = await countFiles()
    const id = await bindings.activate(bucket)
    await client.attach(claimId, file(1000))
    await client.attach(claimId, file(1000))
    assert.deepEqual(await countFiles(), { bytes: countBefore.bytes + 2000, files: countBefore.files + 2 })
    const binding = (await usage()).bindings.find((binding: { id: string }) => binding.id === id)
    assert.deepEqual([binding.copies, binding.bytes > 2000], [2, true])
    const request = await s.acme.ask('admin', 'POST', '/storage-keys/destruction')
    const body = { destructionId: request.body.id }
    assert.equal((await s.acme.ask('second', 'POST', '/storage-keys/destruction/confirm', body)).status, 200)
    assert.equal(await s.p.system.runJob('reconcile-storage-usage'), 2)
    assert.deepEqual(await countFiles(), countBefore)
    assert.equal(await s.p.system.runJob('reconcile-storage-usage'), 0)
    assert.equal((await s.audit('storage.usage.mend')).length, 0)
  })

  test('wrong counters are corrected once a day, and the trail records it', async () => {
    const right = await countFiles()
    await s.p.sql(
      `update storage_usage set files = files + 3, bytes = bytes - 7 where organization_id = $1
          and shard = (select min(shard) from storage_usage where organization_id = $1)`,
      [s.acmeId],
    )
    assert.deepEqual(await countFiles(), { bytes: right.bytes - 7, files: right.files + 3 })
    await s.p.system.runJob('reconcile-storage-usage')
    assert.deepEqual(await countFiles(), right)
    const [correction, ...otherEvents] = await s.audit('storage.usage.mend')
    assert.deepEqual([correction.detail, correction.actorKind, otherEvents], ['+7 bytes, -3 files', 'system', []])
    assert.ok((await usage()).checkedAt)
  })

  test('a deleted file no longer counts', async () => {
    const right = await countFiles()
    const { linkId, artifactId } = await client.attach(claimId, file(77))
    await s.p.sql('update upload_intent set link_id = null where link_id = $1', [linkId])
    await s.p.sql('delete from attachment_link where id = $1', [linkId])
    await s.p.sql('delete from blob_copy where blob_key = (select blob_key from artifact where id = $1)', [artifactId])
    await s.p.sql('delete from artifact where id = $1', [artifactId])
    assert.deepEqual(await countFiles(), right)
  })

  test('metrics have totals and the highest share, and name no workspace', async () => {
    const { files } = await countFiles()
    await setOperatorQuota({ files: Math.ceil(files / 0.95) })
    const text = await s.p.system.services.metrics.registry.metrics()
    assert.match(text, new RegExp(`^probata_storage_files ${files}$`, 'm'))
    assert.match(text, /^probata_storage_quota_workspaces\{state="near"\} 1$/m)
    assert.match(text, /^probata_storage_quota_share 0\.9/m)
    assert.equal(text.includes(s.acmeId), false)
    await liftQuota()
  })
})
