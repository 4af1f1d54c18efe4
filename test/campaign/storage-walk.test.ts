import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { curlSkipReason } from '#test/curl.ts'
import { password } from '#test/fixture.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot } from '#test/system.ts'

const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'storage.md'), 'utf8')
const [, section = ''] = guide.split(/^## With curl$/m)
const [, walk = ''] = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code)

test('the walkthrough of docs/storage.md leads from the folder to a bucket that accepts files', async t => {
  const reason = await curlSkipReason()
  if (reason) return t.skip(reason)

  using folder = mkdtempDisposableSync(join(tmpdir(), 'probata-storage-walk-'))
  await using bucket = await startMemoryS3()
  await using p = await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8' } })
  const { settings, credentials } = bucket
  const env = {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: folder.path },
    ...{ SERVER: p.url, EMAIL: 'admin@acme.example', PASSWORD: password },
    ...{ ENDPOINT: settings.endpoint, REGION: settings.region, BUCKET: settings.bucket },
    ...{ KEY: credentials.accessKeyId, SECRET: credentials.secretAccessKey },
  }
  const walkthrough = spawn('bash', ['-euo', 'pipefail', '-c', walk], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [status]] = await Promise.all([
    text(walkthrough.stdout),
    text(walkthrough.stderr),
    once(walkthrough, 'close'),
  ])
  assert.deepEqual([status, stderr], [0, ''])
  assert.equal(stdout, 'admin of acme\n[]\ncopying\n')

  await p.system.runJob('storage-object-migration-runner')
  const cookie = await p.signIn('admin@acme.example')
  const { storageBindings } = await bindingsOf(p, () => cookie).list()
  const bindings = storageBindings.map(({ name, status }: Record<string, string>) => `${name}: ${status}`)
  assert.deepEqual(bindings.toSorted(), ['Frankfurt: active', 'local: draining'])
})
