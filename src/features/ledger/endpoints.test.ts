import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { iso, minute } from '#lib/clock.ts'
import { idTime } from '#lib/ids.ts'
import { Frontier, isConsistent } from '#lib/merkle.ts'
import { createAuditRows, insertAuditRows } from '#test/ledger/many-rows.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

describe('the ledger endpoints', { concurrency: false }, () => {
  let p: Probata
  let acme: WorkspaceClient
  let globex: WorkspaceClient
  let organization: string
  before(async () => {
    p = await boot()
    acme = createWorkspaceClient(p)
    globex = createWorkspaceClient(p, 'globex')
    organization = String((await p.sql(`select id from organization where slug = 'acme'`))[0]?.id)
    await p.sql(insertAuditRows, [organization, ...createAuditRows(600, p.clock.now())])
    await p.system.runJob('seal-ledger')
  })
  after(() => p[Symbol.asyncDispose]())

  const leaves = async () =>
    (await p.sql('select hash from ledger_leaf where organization_id = $1 order by leaf_index', [organization])).map(
      ({ hash }) => hash as Buffer,
    )
  const headAt = async (size: number) => {
    const tree = new Frontier()
    for (const leaf of (await leaves()).slice(0, size)) tree.append(leaf)
    return { size, root: tree.root() }
  }
  const consistency = (query: string) => acme.ask('auditor', 'GET', `/ledger/consistency?${query}`)

  test('consistency proofs show that the ledger only grew, between any two earlier sizes', async () => {
    const { size } = await acme.get('auditor', '/ledger')
    assert.equal(size, (await leaves()).length)
    for (const [from, to] of [
      [1, 2],
      [255, 600],
      [256, 512],
      [300, size],
      [size, size],
    ] as const) {
      const { status, body, text } = await consistency(`from=${from}&to=${to}`)
      assert.equal(status, 200, text)
      const hashes = body.hashes.map((hash: string) => Buffer.from(hash, 'base64'))
      assert.ok(isConsistent(await headAt(from), await headAt(to), hashes), `${from} ${to}`)
    }
  })

  test('sizes that the ledger never had and generations that do not exist are rejected', async () => {
    for (const query of ['from=2&to=1', 'from=1&to=100000', 'from=0&to=1', 'from=1']) {
      assert.equal((await consistency(query)).status, 400, query)
    }
    assert.equal((await consistency('from=1&to=2&generation=2')).status, 404)
  })

  test('tiles have 256 hashes, and the last tile can be read in part', async () => {
    const hashes = await leaves()
    const tile = (path: string) => acme.ask('auditor', 'GET', `/ledger/tile/${path}`)
    const wholeTile = await tile('0/1')
    assert.equal(wholeTile.status, 200)
    assert.equal(wholeTile.headers.get('content-type'), 'application/octet-stream')
    assert.equal(wholeTile.headers.get('content-length'), String(256 * 32))
    const partWidth = hashes.length - 512
    assert.equal((await tile(`0/2?width=${partWidth}`)).status, 200)
    for (const path of ['0/2', `0/2?width=${partWidth + 1}`, '0/9', '1/0', '5/0', '6/0', '0/01', '0/x'])
      assert.equal((await tile(path)).status, 404, path)
    assert.equal((await tile('1/0?width=2')).status, 200)
    assert.equal((await tile('0/0?width=257')).status, 400)
  })

  test('the endpoints show no data of another workspace', async () => {
    const [row] = await p.sql('select id from audit_event where organization_id = $1 limit 1', [organization])
    for (const path of [`/ledger/proofs/${row?.id}`, '/ledger/tile/0/1'])
      assert.equal((await globex.ask('admin', 'GET', path)).status, 404, path)
    assert.equal((await acme.ask('reviewer', 'GET', '/ledger')).status, 403)
  })

  test('a proof request waits for an unsealed row, then returns a 503 with Retry-After', async () => {
    const rows = createAuditRows(1, p.clock.now())
    await p.sql(insertAuditRows, [organization, ...rows])
    const path = `/ledger/proofs/${rows[0][0]}`
    const unsealed = await acme.ask('auditor', 'GET', path)
    assert.equal(unsealed.status, 503)
    assert.equal(unsealed.headers.get('retry-after'), '1')
  })

  test('sealedUntil is the time of the first unsealed row', async () => {
    const [first] = await p.sql(
      `select id from audit_event e where organization_id = $1
         and not exists (select from ledger_leaf l where l.event_id = e.id) order by id limit 1`,
      [organization],
    )
    assert.ok(first)
    const before = await acme.get('auditor', '/ledger')
    assert.equal(before.sealedUntil, iso(idTime(String(first.id))))
    assert.ok(Date.parse(before.sealedUntil) < p.clock.now())
    await p.system.runJob('seal-ledger')
    const after = await acme.get('auditor', '/ledger')
    assert.ok(Date.parse(after.sealedUntil) > Date.parse(before.sealedUntil))
    assert.equal(after.stoppedAt, null)
  })

  test('sealedUntil ignores waiting rows of another workspace, and covers rows with older ids', async () => {
    const [other] = await p.sql(`select id from organization where slug = 'globex'`)
    const now = p.clock.now()
    const add = (id: unknown, count: number, createdAt: number) =>
      p.sql(insertAuditRows, [id, ...createAuditRows(count, createdAt)])
    const sealedUntil = async () => Date.parse((await acme.get('auditor', '/ledger')).sealedUntil)
    await add(other?.id, 3, now - 5 * minute)
    assert.ok((await sealedUntil()) >= now, 'the workspace has no waiting row')
    await add(organization, 2, now - minute)
    await add(organization, 2, now - 2 * minute)
    assert.equal(await sealedUntil(), now - 2 * minute)
    await add(other?.id, 1200, now - 3 * minute)
    assert.equal(await sealedUntil(), now - 2 * minute)
    await p.system.runJob('seal-ledger')
    assert.ok((await sealedUntil()) >= now)
  })
})
