import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { Frontier, isConsistent, leafHash, rootFromInclusion } from '#lib/merkle.ts'
import { claimInput } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { sealAll } from './sealer.ts'

let p: Probata
let acme: string
let token: string

before(async () => {
  p = await boot()
  acme = String((await p.sql(`select id from organization where slug = 'acme'`))[0]?.id)
  token = await p.token('acme-scanner')
})
after(() => p[Symbol.asyncDispose]())

let claimCount = 0
const createClaim = async () => {
  const key = `claim-of-sealing-${++claimCount}`
  const response = await p.call('POST', '/api/v1/governance/evidence/claims', { token, key, body: claimInput(key) })
  assert.equal(response.status, 201, response.text)
  return String(response.body.id)
}
const seal = () => p.system.runJob('seal-ledger')
const reader: Parameters<Probata['system']['services']['ledger']['head']>[0] = (statement, values) =>
  p.system.services.db.read(acme, statement, values)
const findUnsealed = () =>
  p.sql(`select e.id from audit_event e where not exists (
    select from ledger_leaf l where l.organization_id = e.organization_id and l.event_id = e.id)`)

/** Recomputes every leaf from its row, and every root from the leaves, using only the stored rows. */
const recompute = async () => {
  const trees = await p.sql('select organization_id, generation, size::integer, root from ledger_tree')
  for (const { organization_id, generation, size, root } of trees) {
    const leaves = await p.sql(
      'select leaf_index::integer, hash from ledger_leaf where organization_id = $1 and generation = $2 order by leaf_index',
      [organization_id, generation],
    )
    assert.deepEqual(
      leaves.map(leaf => leaf.leaf_index),
      Array.from({ length: Number(size) }, (_, i) => i),
    )
    const tree = new Frontier()
    for (const leaf of leaves) tree.append(leaf.hash as Buffer)
    assert.deepEqual(tree.root(), root)
  }
}

describe('sealing', { concurrency: false }, () => {
  test('existing rows are sealed first, then new rows, in one tree per organization and one for the install', async () => {
    await createClaim()
    assert.ok((await findUnsealed()).length > 0)
    await seal()
    assert.deepEqual(await findUnsealed(), [])
    const [cursor] = await p.sql('select walking from ledger_cursor')
    assert.equal(cursor?.walking, false)
    await createClaim()
    assert.equal(await seal(), 1)
    assert.equal(await seal(), 0)
    const trees = await p.sql('select organization_id, origin from ledger_tree order by 1')
    const host = new URL(p.system.url).host
    for (const { organization_id, origin } of trees) assert.equal(origin, `${host}/ledger/${organization_id}/1`)
    assert.ok(trees.some(({ organization_id }) => organization_id === acme))
    await recompute()
  })

  test('a refusal that belongs to no organization is sealed in the tree of the install', async () => {
    const response = await p.call('POST', '/api/v1/auth/token', {
      body: { grant_type: 'client_credentials', client_id: 'stranger', client_secret: 'x'.repeat(30) },
    })
    assert.equal(response.status, 401)
    await p.system.services.refusals.flush?.()
    await seal()
    const rows = await p.sql(`select from audit_event where organization_id = 'install'`)
    const leaves = await p.sql(`select from ledger_leaf where organization_id = 'install'`)
    assert.equal(leaves.length, rows.length)
  })

  test('an open transaction does not delay other rows, and its own rows are sealed after it ends', async () => {
    const openTransaction = new pg.Client(p.connection)
    await openTransaction.connect()
    await openTransaction.query('begin')
    await openTransaction.query(
      `insert into audit_event (organization_id, id, action, actor_id, resource_id, record)
       select organization_id, 'aud_held', action, actor_id, resource_id, record from audit_event where organization_id = $1 limit 1`,
      [acme],
    )
    await createClaim()
    assert.equal(await seal(), 1)
    await createClaim()
    assert.equal(await seal(), 1)
    await openTransaction.query('commit')
    await openTransaction.end()
    assert.equal(await seal(), 1)
    assert.deepEqual(await findUnsealed(), [])
    await recompute()
  })

  test('small batches seal each row exactly once', async () => {
    await seal()
    for (let i = 0; i < 7; i++) await createClaim()
    const { services } = p.system
    assert.equal(await sealAll(services, new AbortController().signal, { maxRows: 2 }), 7)
    assert.deepEqual(await findUnsealed(), [])
    await recompute()
  })

  test('a node yields for ten seconds to the node that is sealing', async () => {
    const { services } = p.system
    const signal = new AbortController().signal
    await createClaim()
    assert.equal(await sealAll(services, signal, { node: 'nod_one' }), 1)
    await createClaim()
    assert.equal(await sealAll(services, signal, { node: 'nod_two' }), 0)
    assert.equal(await sealAll(services, signal, { node: 'nod_one' }), 1)
    await createClaim()
    p.clock.advance(11_000)
    token = await p.token('acme-scanner')
    assert.ok((await sealAll(services, signal, { node: 'nod_two' })) >= 1)
  })

  test('the application role cannot choose the transaction id of a row or write to the ledger', async () => {
    const app = new pg.Client({ ...p.connection, options: '-c role=probata_app' })
    await app.connect()
    await app.query(`select set_config('probata.organization', $1, false)`, [acme])
    const insert = (columns: string, values: string) =>
      app.query(`insert into audit_event (organization_id, id, action, actor_id, resource_id, record${columns})
        values ('${acme}', 'aud_mine', 'a', 'b', 'c', '{}'${values})`)
    await assert.rejects(insert(', transaction', `, '5'`), { code: '42501' })
    for (const table of ['ledger_leaf', 'ledger_subtree', 'ledger_tree', 'ledger_erasure'])
      await assert.rejects(app.query(`insert into ${table} select * from ${table}`), { code: '42501' })
    await app.end()
  })
})

describe('proofs', { concurrency: false }, () => {
  test('each row has an inclusion proof, and heads have consistency proofs', async () => {
    const { ledger } = p.system.services
    await createClaim()
    await seal()
    const before = await ledger.head(reader)
    for (let i = 0; i < 300; i++)
      await p.sql(
        `insert into audit_event (organization_id, id, action, actor_id, resource_id, record)
         select organization_id, $2, action, actor_id, resource_id, record from audit_event where organization_id = $1 limit 1`,
        [acme, `aud_more_${i}`],
      )
    await seal()
    const head = await ledger.head(reader)
    assert.ok(before && head && head.size === before.size + 300)
    assert.deepEqual(await ledger.rootAt(reader, 1, before.size), before.root)
    const hashes = await ledger.consistency(reader, 1, before.size, head.size)
    assert.ok(isConsistent(before, head, hashes))
    for (const event of ['aud_more_0', 'aud_more_299', 'aud_held']) {
      const proof = await ledger.prove(reader, event)
      assert.ok(proof)
      assert.deepEqual(leafHash(Buffer.from(proof.row.leaf)), proof.row.hash)
      assert.deepEqual(rootFromInclusion(proof.row.hash, proof.row.index, head.size, proof.hashes), head.root)
    }
    assert.equal(await ledger.prove(reader, 'aud_unknown'), undefined)
    assert.equal((await p.sql('select from ledger_subtree where level = 1')).length >= 1, true)
  })

  test('a walk from left to right yields the root, and no skipped range crosses a boundary', async () => {
    const { ledger } = p.system.services
    const head = await ledger.head(reader)
    assert.ok(head)
    const shown = [0, 1, 5, 256, 257, head.size - 1]
    for (const boundaries of [[], [3, 100, 256, 300]]) {
      const tree = new Frontier()
      const seenIndexes: number[] = []
      const roots = new Set<number>()
      for await (const piece of ledger.pass(reader, { head, shown, boundaries })) {
        if ('row' in piece) {
          seenIndexes.push(piece.row.index)
          tree.append(leafHash(Buffer.from(piece.row.leaf)))
        } else {
          assert.equal(tree.size, piece.skip[0])
          for (const { level, hash } of piece.subtrees) tree.appendSubtree(level, hash)
          assert.equal(tree.size, piece.skip[1])
        }
        roots.add(tree.size)
      }
      assert.deepEqual(seenIndexes, shown)
      assert.deepEqual(tree.root(), head.root)
      for (const boundary of boundaries) assert.ok(roots.has(boundary), String(boundary))
    }
  })
})
