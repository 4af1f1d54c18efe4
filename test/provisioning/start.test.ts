import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLog } from '#lib/log.ts'
import { readConfig } from '#src/config.ts'
import { readProvisioning } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { start } from '#src/system.ts'
import { testMasterKey } from '#test/environment.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { acme, file, rita } from './files.ts'

test('a start applies the file, and prints the values that are shown only once: generated secrets and the setup link', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'probata-provision-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'provision.json')
  await writeFile(path, JSON.stringify(file({ ...acme, users: [rita] })))
  await using database = await createTestDatabase()
  const env = { PORT: '0', PROBATA_DATA_DIR: folder, PROBATA_MASTER_KEY: testMasterKey, PROBATA_PROVISION: path }
  const announcements: Readonly<Record<string, string>>[] = []
  await using system = await start({
    config: readConfig(env),
    log: createLog({ level: 'silent' }),
    connection: database.connection,
    announce: line => announcements.push(line),
  })
  const [secret, setup, ...rest] = announcements
  assert.deepEqual([secret?.event, secret?.kind, secret?.name], ['secret', 'clientSecret', 'acme-reader'])
  assert.equal(setup?.event, 'setup')
  assert.ok(setup?.url?.startsWith(`${system.url}/setup#`))
  assert.deepEqual(rest, [])
  const missingPath = join(folder, 'none.json')
  await assert.rejects(readProvisioning(sections, missingPath), {
    message: `The provisioning file ${missingPath} does not exist`,
  })
})
