import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { createLog } from '#lib/log.ts'
import { readConfig } from '#src/config.ts'
import { start } from '#src/system.ts'
import { testEnvironment } from './environment.ts'
import { createTestDatabase } from './postgres.ts'

describe('plain HTTP', () => {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'probata-plain-http-'))
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  before(async () => {
    database = await createTestDatabase()
  })
  after(async () => {
    await database[Symbol.asyncDispose]()
    folder.remove()
  })

  const warningsWith = async (settings: Readonly<Record<string, string>>): Promise<string[]> => {
    const destination = new PassThrough()
    const config = readConfig({ ...testEnvironment, PROBATA_DATA_DIR: folder.path, ...settings })
    {
      const log = createLog({ level: 'warn', destination })
      await using _system = await start({ config, log, connection: database.connection })
    }
    const lines = (await text(destination.end())).split('\n').filter(Boolean)
    return lines.map(line => JSON.parse(line).event)
  }

  const cases: readonly (readonly [host: string, url: string | undefined, warns: boolean])[] = [
    ['127.0.0.1', undefined, false],
    ['localhost', 'http://localhost:8080', false],
    ['127.0.0.1', 'https://probata.example', false],
    ['127.0.0.1', 'http://probata.example', true],
    ['0.0.0.0', undefined, true],
    ['0.0.0.0', 'http://probata.example', true],
    ['0.0.0.0', 'https://probata.example', false],
  ]
  for (const [host, url, warns] of cases)
    test(`a start on ${host}${url ? ` as ${url}` : ''} reports ${warns ? 'a warning' : 'nothing'}`, async () => {
      const warnings = await warningsWith({ HOST: host, ...(url && { PROBATA_URL: url }) })
      assert.deepEqual(warnings, warns ? ['plain_http'] : [])
    })
})
