import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findMasterKey, makeMasterKey, readConfig } from '#src/config.ts'
import { refusal } from './config.ts'

const key = randomBytes(32).toString('base64')
const temporaryFolder = () => mkdtempDisposableSync(join(tmpdir(), 'probata-config-'))

describe('the master key', () => {
  test('a key file must be a regular file that only its owner can access', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'key')
    const env = { DATABASE_URL: 'postgres://h/d', PROBATA_MASTER_KEY_FILE: file }
    assert.match(refusal(env).message, /the file does not exist/)
    writeFileSync(file, `${key}\n`, { mode: 0o600 })
    assert.equal(readConfig(env).masterKey?.toString('base64'), key)
    assert.match(refusal({ ...env, PROBATA_MASTER_KEY: key }).message, /PROBATA_MASTER_KEY_FILE are both set/)
    chmodSync(file, 0o640)
    assert.match(refusal(env).message, /users other than its owner; run chmod 600/)
    assert.match(refusal({ PROBATA_MASTER_KEY_FILE: folder.path }).message, /not a regular file/)
    chmodSync(file, 0o600)
    writeFileSync(file, 'x'.repeat(2000))
    assert.match(refusal(env).message, /has 2000 bytes/)
  })

  test('a configured key is used unchanged', async () => {
    const config = readConfig({ PROBATA_MASTER_KEY: key })
    assert.equal((await findMasterKey(config))?.toString('base64'), key)
  })

  test('a key is never generated for a database on another machine', async () => {
    const config = { masterKey: undefined, databaseUrl: 'postgres://h/d', dataDir: '/nonexistent' }
    await assert.rejects(findMasterKey(config), /required with DATABASE_URL/)
  })

  test('a key is generated once, for its owner only, and found again', async () => {
    using folder = temporaryFolder()
    const config = readConfig({ PROBATA_DATA_DIR: join(folder.path, 'a', 'data') })
    assert.equal(await findMasterKey(config), undefined)
    const firstKey = await makeMasterKey(config)
    const file = join(config.dataDir, 'master.key')
    assert.equal(firstKey.length, 32)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal(statSync(config.dataDir).mode & 0o066, 0)
    assert.equal(readFileSync(file, 'utf8'), `${firstKey.toString('base64')}\n`)
    assert.deepEqual([await makeMasterKey(config), await findMasterKey(config)], [firstKey, firstKey])
    assert.deepEqual(readdirSync(config.dataDir), ['master.key'])
  })

  test('a generated key that others can read, or that is truncated, is rejected and kept', async () => {
    using folder = temporaryFolder()
    const config = readConfig({ PROBATA_DATA_DIR: folder.path })
    const file = join(folder.path, 'master.key')
    await makeMasterKey(config)
    chmodSync(file, 0o644)
    await assert.rejects(makeMasterKey(config), { name: 'ConfigError', message: /master\.key .*chmod 600/ })
    chmodSync(file, 0o600)
    writeFileSync(file, 'AAAA')
    await assert.rejects(makeMasterKey(config), /master\.key is base64 of 3 bytes, not 32/)
    assert.equal(readFileSync(file, 'utf8'), 'AAAA')
  })

  test('a data directory that cannot be created is named by its variable', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'file')
    writeFileSync(file, '')
    const config = { masterKey: undefined, databaseUrl: undefined, dataDir: join(file, 'data') }
    await assert.rejects(makeMasterKey(config), {
      name: 'ConfigError',
      message: /PROBATA_DATA_DIR is .*file\/data": cannot be created/,
    })
  })

  test('many callers in four processes at once get the same key', async () => {
    using folder = temporaryFolder()
    const script = join(folder.path, 'load.ts')
    const dataDir = join(folder.path, 'data')
    mkdirSync(dataDir)
    writeFileSync(
      script,
      `import { makeMasterKey } from ${JSON.stringify(join(import.meta.dirname, '..', 'src', 'config.ts'))}
       process.once('message', async dataDir => {
         const calls = Array.from({ length: 8 }, () => makeMasterKey({ masterKey: undefined, databaseUrl: undefined, dataDir }))
         process.send((await Promise.all(calls)).map(key => key.toString('base64')), () => process.disconnect())
       })
       process.send('ready')`,
    )
    const children = Array.from({ length: 4 }, () => fork(script, { execArgv: [] }))
    await Promise.all(children.map(child => once(child, 'message')))
    const replies = children.map(child => once(child, 'message'))
    for (const child of children) child.send(dataDir)
    const keys = (await Promise.all(replies)).flatMap(([sentKeys]) => sentKeys)
    assert.equal(keys.length, 32)
    assert.equal(new Set(keys).size, 1)
    assert.deepEqual(readdirSync(dataDir), ['master.key'])
  })
})
