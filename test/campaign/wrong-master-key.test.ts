import assert from 'node:assert/strict'
import { existsSync, mkdtempDisposableSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { testMasterKey } from '#test/environment.ts'
import { launch, startServer } from '#test/faults/server-process.ts'
import { createTestDatabase, query } from '#test/postgres.ts'
import { boot } from '#test/system.ts'
import { administratorOf } from '#test/webhooks/administrator.ts'
import { loopback } from '#test/webhooks/webhooks.ts'

const keyOf = (n: number): string => Buffer.alloc(32, n).toString('base64')
const withKey = (key: string) => ({ PROBATA_MASTER_KEY: key })
const refusal = /master key in PROBATA_MASTER_KEY is not the one that this database is used with.*from its backup/

const webhookInput = { name: 'its secret is sealed', url: 'http://127.0.0.1:9999/', events: ['*'] }

const roles = `select rolname from pg_roles where rolname like 'probata_app%' order by 1`

test('a key other than that of the first start is rejected, and changes nothing', async () => {
  await using database = await createTestDatabase()
  const { connection } = database
  const start = (key: string) => boot({ database: connection, provision: null, env: withKey(key) })
  await (await start(testMasterKey))[Symbol.asyncDispose]()
  const rolesBefore = await query(connection, roles)
  await assert.rejects(start(keyOf(201)), refusal)
  assert.deepEqual(await query(connection, roles), rolesBefore)
  await using restarted = await start(testMasterKey)
  assert.equal((await restarted.call('GET', '/api/health/ready')).status, 200)
})

test('a database from before the check value requires the key of its sealed values', async () => {
  await using database = await createTestDatabase('workspace')
  const { connection } = database
  const start = (key: string) => boot({ database: connection, provision: null, env: { ...loopback, ...withKey(key) } })
  const forget = () => query(connection, 'delete from master_key_check')
  {
    await using p = await start(testMasterKey)
    await administratorOf(p).post('', webhookInput, 201)
  }
  await forget()
  await assert.rejects(start(keyOf(202)), refusal)
  await (await start(testMasterKey))[Symbol.asyncDispose]()
  assert.equal((await query(connection, 'select from master_key_check')).length, 1)
})

test('of two simultaneous first starts, one succeeds if their keys differ, and both if they are equal', async () => {
  for (const keys of [
    [keyOf(203), keyOf(204)],
    [keyOf(205), keyOf(205)],
  ]) {
    await using database = await createTestDatabase()
    const { connection } = database
    const starts = await Promise.allSettled(
      keys.map(key => boot({ database: connection, provision: null, env: withKey(key) })),
    )
    for (const start of starts) {
      if (start.status === 'fulfilled') await start.value[Symbol.asyncDispose]()
      else assert.match(String(start.reason), refusal)
    }
    assert.equal(starts.filter(({ status }) => status === 'fulfilled').length, new Set(keys).size === 1 ? 2 : 1)
  }
})

test('a missing key file is not recreated unless it is declared lost', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'probata-lost-key-'))
  const dataDir = join(folder.path, 'data')
  const [keyFile, movedKeyFile] = [join(dataDir, 'master.key'), join(dataDir, 'aside')]
  const setting = { dataDir, logFile: join(folder.path, 'log') }
  const assertServes = async (): Promise<void> => {
    using server = await startServer(setting)
    server.kill('SIGTERM')
    assert.equal((await server.exited).code, 0)
  }
  await assertServes()
  renameSync(keyFile, movedKeyFile)
  const process = launch(setting)
  assert.deepEqual(await process.exited, { code: 1, signal: null })
  const lastLine = JSON.parse(readFileSync(setting.logFile, 'utf8').trim().split('\n').at(-1) ?? '')
  assert.match(lastLine.message, /^There is no master key in .*master\.key, but .* restore the file from its backup\./)
  assert.deepEqual([lastLine.event, existsSync(keyFile)], ['not_started', false])

  renameSync(movedKeyFile, keyFile)
  await assertServes()
  renameSync(keyFile, movedKeyFile)
  const replacing = launch(setting, 'replace-master-key')
  const [output, { code }] = await Promise.all([text(replacing.stdout), replacing.exited])
  assert.deepEqual([code, output], [0, `the database is used with the master key in ${keyFile} from now on\n`])
  await assertServes()
  assert.notEqual(readFileSync(keyFile, 'utf8'), readFileSync(movedKeyFile, 'utf8'))
})
