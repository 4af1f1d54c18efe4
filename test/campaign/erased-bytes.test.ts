import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { disclosureOf } from '#lib/disclosure.ts'
import { isConsistent, leafHash, rootFromInclusion } from '#lib/merkle.ts'
import { exportsPath, verify } from '#test/bundles.ts'
import type { Client } from '#test/client.ts'
import { workspace } from '#test/fixture.ts'
import { serve } from '#test/serve.ts'
import { until } from '#test/until.ts'

const reason = 'requested by the test'
const word = 'Frau Meier-Zitronenfalter of Accounts has asked for it'
const accounts = 20

/** Returns the SQL statements that docs/operating.md tells the operator to run. */
const documentedStatements = async (): Promise<string[]> => {
  const text = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'operating.md'), 'utf8')
  const [, block = ''] = /\*\*Erasing words\.\*\*.*?```sql\n(.*?)```/s.exec(text) ?? []
  return block.split(/;\n(?!\s|end)/).filter(statement => statement.trim() !== '')
}

/** Returns the files below a folder that contain any of these byte sequences, with the names of the sequences. */
const findFilesContaining = async (folder: string, needles: ReadonlyMap<string, Buffer>): Promise<string[]> => {
  const findings: string[] = []
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name)
    if (!(await stat(path)).isFile()) continue
    const bytes = await readFile(path)
    for (const [needle, value] of needles) if (bytes.includes(value)) findings.push(`${needle} in ${name}`)
  }
  return findings
}

/**
 * Reads the leaf, the position and the hashes of a proof (c2sp.org/tlog-proof), and the tree head in its checkpoint.
 */
const readProof = (text: string) => {
  const [proof = '', checkpoint = ''] = [text.slice(0, text.indexOf('\n\n')), text.slice(text.indexOf('\n\n') + 2)]
  const [, extra = '', index = '', ...hashes] = proof.split('\n')
  const [, size = '', root = ''] = checkpoint.split('\n')
  return {
    leaf: Buffer.from(extra.slice('extra '.length), 'base64'),
    index: Number(index.slice('index '.length)),
    hashes: hashes.map(hash => Buffer.from(hash, 'base64')),
    head: { size: Number(size), root: Buffer.from(root, 'base64') },
  }
}

const assertProved = (text: string) => {
  const { leaf, index, hashes, head } = readProof(text)
  assert.deepEqual(rootFromInclusion(leafHash(leaf), index, head.size, hashes), head.root)
  return { leaf, head }
}

const asAdmin = (client: Client, cookie: string) => {
  const ask = async (method: string, path: string, body?: object) => {
    const response = await client.call(method, `/api/workspace${path}`, {
      cookie,
      ...(body && { body: { reason, ...body } }),
    })
    assert.ok(response.status < 300, response.text)
    return response
  }
  const run = (job: string) => ask('POST', `/jobs/${job}/run`, {})
  const createBundle = async () => {
    const { id } = (await ask('POST', '/exports', { scope: { kind: 'everything' }, ledger: 'all' })).body
    await until('the bundle is ready', async () => (await ask('GET', `/exports/${id}`)).body.status === 'ready')
    const response = await fetch(`${client.url}${exportsPath}/${id}/content`, { headers: { cookie } })
    return { id, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  return { ask, run, bundle: createBundle }
}

/** Connects as the owner of the embedded database. */
const owner = async (dataDir: string): Promise<pg.Client> => {
  const lines = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
  const database = new pg.Client({
    host: lines[4] ?? '',
    port: Number(lines[3]),
    user: 'probata',
    password,
    database: 'probata',
  })
  // Reads the files only after the server has stopped.
  database.on('error', () => {})
  await database.connect()
  return database
}

test('after an erasure no file of the install contains the erased words, and older proofs stay valid', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-erased-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const [dataDir, provisionFile] = [join(folder, 'data'), join(folder, 'provision.json')]
  await mkdir(dataDir)
  await writeFile(provisionFile, JSON.stringify(workspace))
  const { client, server } = await serve(t, { dataDir, provisionFile, logFile: join(folder, 'server.log') })
  const { ask, run, bundle } = asAdmin(client, await client.signIn('admin@acme.example'))
  const database = await owner(dataDir)
  t.after(() => database.end())

  for (let i = 0; i < accounts; i++) {
    const account = { name: `account ${i}`, scopes: ['governance.evidence:read'] }
    await ask('POST', '/service-accounts', { ...account, ...(i === accounts / 2 && { reason: word }) })
  }
  const { auditEvents } = (await ask('GET', '/audit?action=service_account.create&limit=100')).body
  const { id } = auditEvents.find((event: { reason: string }) => event.reason === word)
  const proofBefore = assertProved((await ask('GET', `/ledger/proofs/${id}`)).text)
  const oldBundle = await bundle()
  const { rows } = await database.query('select salts from ledger_leaf where event_id = $1', [id])
  // The salts follow a bit mask that says which fields have a salt.
  const salt = Buffer.from(rows[0].salts).subarray(1)
  const disclosure = disclosureOf(salt, 'reason', word)
  assert.ok(oldBundle.bytes.includes(disclosure))
  const needles = new Map([
    ['words', Buffer.from(word)],
    ['salt', salt],
    ['disclosure', Buffer.from(disclosure)],
    ['salt as hex', Buffer.from(salt.toString('hex'))],
  ])
  // Runs the statements that autovacuum would run.
  await database.query('analyze')
  await database.query('checkpoint')
  const findings = (await findFilesContaining(dataDir, needles)).join()
  for (const location of [
    'words in postgres/base',
    'words in postgres/pg_wal',
    'salt in postgres/base',
    'disclosure in blobs',
  ])
    assert.ok(findings.includes(location), findings)

  await ask('POST', `/audit/${id}/erase`, { fields: ['reason'] })
  await ask('POST', `/exports/${oldBundle.id}/cancel`, {})
  for (const job of ['expire-exports', 'sweep-staged-blobs']) await run(job)
  const statements = await documentedStatements()
  assert.ok(statements.length > 0)
  for (const statement of statements) await database.query(statement)
  assert.deepEqual(await findFilesContaining(folder, needles), [])
  // PostgreSQL compresses long values, which hides them from a search of its files. This reads the statistics by SQL.
  const statistics = await database.query(
    'select from pg_stats where most_common_vals::text like $1 or histogram_bounds::text like $1',
    [`%${word}%`],
  )
  assert.equal(statistics.rowCount, 0)

  const proofAfter = assertProved((await ask('GET', `/ledger/proofs/${id}`)).text)
  assert.deepEqual(proofAfter.leaf, proofBefore.leaf)
  const sizes = `from=${proofBefore.head.size}&to=${proofAfter.head.size}`
  const { hashes } = (await ask('GET', `/ledger/consistency?${sizes}`)).body
  const consistencyProof = hashes.map((hash: string) => Buffer.from(hash, 'base64'))
  assert.ok(
    isConsistent(proofBefore.head, proofAfter.head, consistencyProof),
    'the earlier checkpoint is a prefix of the log',
  )
  const newBundle = await bundle()
  for (const { bytes } of [oldBundle, newBundle]) {
    const verification = await verify(bytes)
    assert.equal(verification.exit, 3, verification.text)
  }
  for (const value of needles.values()) assert.ok(!newBundle.bytes.includes(value))

  server.kill('SIGTERM')
  await server.exited
  assert.deepEqual(await findFilesContaining(folder, needles), [])
})
