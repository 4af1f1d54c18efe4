import assert from 'node:assert/strict'
import { mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { hour, minute, second } from '#lib/clock.ts'
import { bundles, verify } from '#test/bundles.ts'
import { prover, textFile } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'

const everything = { kind: 'everything' }

describe('a bundle of missing or altered data', { concurrency: false }, () => {
  let folder: string
  let p: Probata
  let auditor: { cookie: string }
  let claimId: string
  let attachment: { artifactId: string }
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'probata-faults-'))
    p = await boot({ env: { PROBATA_DATA_DIR: folder } })
    const token = await p.token('acme-scanner')
    const { newClaim, attach } = prover(p, () => token)
    claimId = await newClaim()
    attachment = await attach(claimId, textFile('x'.repeat(500_000)))
    for (let i = 0; i < 3; i++) await attach(claimId, textFile(`file ${i}`, `${i}.txt`))
  })
  after(async () => {
    await p[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    p.clock.advance(5 * minute)
    auditor = { cookie: await p.signIn('auditor@acme.example') }
  })

  /** Returns the path of the attachment's bytes. */
  const findBlobPath = async (): Promise<string> => {
    const [row] = await p.sql(
      `select c.organization_id, c.object_key from artifact a
         join blob_copy c on c.organization_id = a.organization_id and c.blob_key = a.blob_key where a.id = $1`,
      [attachment.artifactId],
    )
    const key = String(row?.object_key)
    return join(folder, 'blobs', String(row?.organization_id), key.slice(0, 2), key)
  }

  /** Damages the stored file while `work` runs. */
  const whileDamaged = async (damage: (path: string) => Promise<void>, work: () => Promise<void>): Promise<void> => {
    const path = await findBlobPath()
    const original = await readFile(path)
    await damage(path)
    try {
      await work()
    } finally {
      await writeFile(path, original)
    }
  }

  const alterByte = async (path: string) => {
    const bytes = await readFile(path)
    bytes[400_000] = 65
    await writeFile(path, bytes)
  }

  const damages = {
    missing: { damage: (path: string) => rm(path), type: 'exportBlobMissing', message: /is missing/ },
    altered: { damage: alterByte, type: 'exportBlobAltered', message: /differs from the one that was uploaded/ },
    'cut off': {
      damage: (path: string) => truncate(path, 100),
      type: 'exportBlobAltered',
      message: /differs from the one/,
    },
  } as const

  const countSecurityEvents = async (type: string): Promise<number> =>
    Number((await p.sql('select count(*)::int as n from security_event where type = $1', [type]))[0]?.n)
  const countWebhookEvents = async (type: string): Promise<number> =>
    Number((await p.sql('select count(*)::int as n from outbox_event where type = $1', [type]))[0]?.n)

  for (const [damageKind, { damage, type, message }] of Object.entries(damages)) {
    test(`preparation fails and names the file if it is ${damageKind}`, async () => {
      const { ask, prepare, get } = bundles(p, auditor)
      const [before, events] = [await countSecurityEvents(type), await countWebhookEvents('evidence_export.failed')]
      const { body } = await ask(everything)
      await whileDamaged(damage, () => prepare())
      const { status, failure } = await get(body.id)
      assert.equal(status, 'failed')
      assert.equal(failure.resourceId, attachment.artifactId)
      assert.match(failure.message, message)
      assert.equal(await countSecurityEvents(type), before + 1)
      assert.equal(await countWebhookEvents('evidence_export.failed'), events + 1)
      const content = await p.call('GET', `/api/workspace/exports/${body.id}/content`, auditor)
      assert.equal(content.status, 422)
      const bell = await p.call('GET', '/api/workspace/notifications', auditor)
      const about = bell.body.notifications.filter(({ recordId }: { recordId: string }) => recordId === body.id)
      assert.deepEqual(
        about.map(({ kind }: { kind: string }) => kind),
        ['export_failed'],
      )
    })

    test(`the download breaks off and the export fails if a file of a ready bundle is ${damageKind}`, async () => {
      const { id, bytes } = await bundles(p, auditor).make(everything)
      const before = await countSecurityEvents(type)
      await whileDamaged(damage, async () => {
        await assert.rejects(bundles(p, auditor).download(id))
      })
      const { status, failure } = await bundles(p, auditor).get(id)
      assert.equal(status, 'failed')
      assert.equal(failure.resourceId, attachment.artifactId)
      assert.equal(await countSecurityEvents(type), before + 1)
      assert.equal((await verify(bytes)).exit, 3, 'the bundle that was downloaded earlier stays valid')
    })
  }

  test('a download that resumes after the altered byte of a file also breaks off', async () => {
    const { id, bytes } = await bundles(p, auditor).make(everything)
    const offset = bytes.indexOf('x'.repeat(1000))
    await whileDamaged(alterByte, async () => {
      await assert.rejects(bundles(p, auditor).download(id, { range: `bytes=${offset + 450_000}-` }))
    })
    assert.equal((await bundles(p, auditor).get(id)).status, 'failed')
  })

  test('the export fails and names a record that its audit rows do not prove', async () => {
    const replaceSql = `update evidence_claim set record = replace(record, $1, $2) where id = $3`
    await p.sql(replaceSql, ['last night', 'next night', claimId])
    try {
      const { body } = await bundles(p, auditor).ask(everything)
      const before = await countSecurityEvents('ledgerRowAltered')
      await bundles(p, auditor).prepare()
      const { status, failure } = await bundles(p, auditor).get(body.id)
      assert.deepEqual([status, failure.resourceId], ['failed', claimId])
      assert.equal(await countSecurityEvents('ledgerRowAltered'), before + 1)
    } finally {
      await p.sql(replaceSql, ['next night', 'last night', claimId])
    }
  })

  test('the export fails if a record was reset to an older state', async () => {
    const requirement = await p.call('GET', '/api/workspace/evidence-requirements?limit=1', {
      cookie: await p.signIn('admin@acme.example'),
    })
    const [{ id, etag }] = requirement.body.evidenceRequirements ?? requirement.body.requirements
    const [older] = await p.sql('select record from evidence_requirement where id = $1', [id])
    const updated = await p.call('PATCH', `/api/workspace/evidence-requirements/${id}`, {
      cookie: await p.signIn('admin@acme.example'),
      headers: { 'if-match': etag },
      body: { title: 'Another title', reason: 'it has a new title now' },
    })
    assert.equal(updated.status, 200, updated.text)
    const [newer] = await p.sql('select record from evidence_requirement where id = $1', [id])
    await p.sql('update evidence_requirement set record = $2 where id = $1', [id, older?.record])
    try {
      const { body } = await bundles(p, auditor).ask(everything)
      await bundles(p, auditor).prepare()
      assert.equal((await bundles(p, auditor).get(body.id)).failure?.resourceId, id)
    } finally {
      await p.sql('update evidence_requirement set record = $2 where id = $1', [id, newer?.record])
    }
  })

  test('an export waits while storage is unavailable, then continues; it gives up after a day', async () => {
    const awayFolder = join(folder, 'blobs-away')
    const blobs = join(folder, 'blobs')
    const waitingId = (await bundles(p, auditor).ask(everything)).body.id
    await rename(blobs, awayFolder)
    await bundles(p, auditor).prepare()
    assert.equal((await bundles(p, auditor).get(waitingId)).status, 'preparing')
    await rename(awayFolder, blobs)
    p.clock.advance(5 * second)
    await bundles(p, auditor).prepare()
    assert.equal((await bundles(p, auditor).get(waitingId)).status, 'ready')

    const failingId = (await bundles(p, auditor).ask(everything)).body.id
    await rename(blobs, awayFolder)
    try {
      await bundles(p, auditor).prepare()
      p.clock.advance(24 * hour)
      auditor = { cookie: await p.signIn('auditor@acme.example') }
      await bundles(p, auditor).prepare()
      const { status, failure } = await bundles(p, auditor).get(failingId)
      assert.equal(status, 'failed')
      assert.match(failure.message, /24 hours/)
    } finally {
      await rename(awayFolder, blobs)
    }
  })
})

test('concurrent requests are accepted up to the limit, and all accepted exports become ready', async () => {
  await using p = await boot()
  const auditor = { cookie: await p.signIn('auditor@acme.example') }
  const { ask, get } = bundles(p, auditor)
  const responses = await Promise.all(Array.from({ length: 25 }, () => ask(everything)))
  const statuses = responses.map(({ status }) => status)
  assert.equal(statuses.filter(status => status === 202).length, 22)
  const rejected = responses.find(({ status }) => status === 422)
  assert.match(rejected?.body.message, /22 exports are being prepared or wait/)
  const acceptedIds = responses.filter(({ status }) => status === 202).map(({ body }) => String(body.id))
  await p.system.runJob('seal-ledger')
  const statusesNow = async () => new Set(await Promise.all(acceptedIds.map(async id => (await get(id)).status)))
  // A run starts no step after 20 s.
  while ((await statusesNow()).has('preparing')) await p.system.runJob('prepare-exports')
  assert.deepEqual([...(await statusesNow())], ['ready'])
})

test('a repeated request with an idempotency key returns the first export', async () => {
  await using p = await boot()
  const cookie = await p.signIn('auditor@acme.example')
  const send = () =>
    p.call('POST', '/api/workspace/exports', {
      cookie,
      key: 'the-yearly-audit',
      body: { scope: everything, reason: 'the audit of this year' },
    })
  const [first, second] = [await send(), await send()]
  assert.equal(first.status, 202)
  assert.equal(second.body.id, first.body.id)
  assert.equal((await p.call('GET', '/api/workspace/exports', { cookie })).body.evidenceExports.length, 1)
})
