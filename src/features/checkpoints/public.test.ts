import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openNote, parseCheckpoint, parseVkey } from '#lib/note.ts'
import { createAuditRows, insertAuditRows } from '#test/ledger/many-rows.ts'
import { rootFromTiles } from '#test/ledger/tiles.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let acme: string
before(async () => {
  p = await boot()
  acme = String((await p.sql(`select id from organization where slug = 'acme'`))[0]?.id)
  await p.sql(insertAuditRows, [acme, ...createAuditRows(600)])
  await p.system.runJob('seal-ledger')
})
after(() => p[Symbol.asyncDispose]())

const fetchLedger = (path: string) => fetch(`${p.system.url}/ledger/${path}`)
const fetchText = async (path: string) => (await fetchLedger(path)).text()

const publish = async (ledgerPublic: boolean) => {
  const headers = { cookie: await p.signIn('admin@acme.example') }
  const body = { ledgerPublic, reason: 'for an external auditor' }
  const { status, text } = await p.call('PATCH', '/api/workspace/settings', { headers, body })
  assert.equal(status, 200, text)
}

const withoutRequestId = async (response: Response) => {
  const { requestId: _, ...body } = JSON.parse(await response.text())
  return { status: response.status, body }
}

describe('the public ledger', { concurrency: false }, () => {
  test('a workspace that has not published its ledger is indistinguishable from a missing one', async () => {
    const missingId = 'org_01K0000000000000000000000A'
    const expected = await withoutRequestId(await fetchLedger(`${missingId}/1/checkpoint`))
    assert.equal(expected.status, 404)
    for (const path of ['checkpoint', 'keys', 'tile/0/000', 'tile/0/002.p/88'])
      assert.deepEqual(await withoutRequestId(await fetchLedger(`${acme}/1/${path}`)), expected, path)
    for (const path of ['install/1/checkpoint', `${acme}/0/checkpoint`, `${acme}/1`, 'x'])
      assert.equal((await fetchLedger(path)).status, 404, path)
  })

  test('anyone can compute the signed root from the tiles of a public ledger', async () => {
    await publish(true)
    const checkpoint = await fetchLedger(`${acme}/1/checkpoint`)
    assert.deepEqual([checkpoint.status, checkpoint.headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
    const keys = (await fetchText(`${acme}/1/keys`)).trim().split('\n').map(parseVkey)
    const { origin, size, root } = parseCheckpoint(openNote(await checkpoint.text(), keys).text)
    assert.equal(`${new URL(p.system.services.settings.url).host}/ledger/${acme}/1`, origin)
    assert.ok(size >= 600)
    const read = async (path: string) => Buffer.from(await (await fetchLedger(`${acme}/1/${path}`)).arrayBuffer())
    assert.ok((await rootFromTiles(size, read)).equals(root))
    const level1 = await read(`tile/1/000.p/2`)
    assert.equal(level1.length, 64)
  })

  test('only canonical paths of existing tiles are served', async () => {
    for (const path of [
      'tile/0/0',
      'tile/00/000',
      'tile/0/x000/000',
      'tile/0/000.p/256',
      'tile/0/000.p/0',
      'tile/0/009',
      'tile/7/000',
      'tile/0/000/',
      'tile/entries/000',
      'KEYS',
    ])
      assert.equal((await fetchLedger(`${acme}/1/${path}`)).status, 404, path)
    assert.equal((await fetchLedger(`${acme}/2/checkpoint`)).status, 404)
  })

  test('an address may send 600 requests a minute, and publication can be withdrawn', async () => {
    await publish(false)
    assert.equal((await fetchLedger(`${acme}/1/checkpoint`)).status, 404)
    let status = 0
    for (let i = 0; i < 600 && status !== 429; i++) ({ status } = await fetchLedger('x/1/checkpoint'))
    assert.equal(status, 429)
  })
})
