/**
 * Sends several copies of a file to a bucket at once. Argument: `Place` as JSON. Receives messages `{count}` and
 * answers `{seconds}`.
 */
import { randomBytes } from 'node:crypto'
import { systemClock } from '#lib/clock.ts'
import { createGuard } from '#lib/guarded/guard.ts'
import { networks } from '#lib/networks.ts'
import type { S3Credentials, S3Settings, SpooledFile } from '#lib/object-store.ts'
import { openS3Store } from '#src/features/storage/s3/store.ts'

export interface Place {
  readonly settings: S3Settings
  readonly credentials: S3Credentials
  readonly file: SpooledFile
}

const { settings, credentials, file }: Place = JSON.parse(process.argv[2] ?? '')
const store = await openS3Store({
  settings,
  credentials,
  organizationId: 'org_01K0000000000000000000000A',
  guard: createGuard({ allow: networks('127.0.0.0/8') }),
  clock: systemClock,
})

process.on('message', async ({ count }: { count: number }) => {
  const keys = Array.from({ length: count }, () => randomBytes(16).toString('hex'))
  const startTime = performance.now()
  await Promise.all(keys.map(key => store.send(key, file)))
  const seconds = (performance.now() - startTime) / 1000
  for (const key of keys) await store.remove(key)
  process.send?.({ seconds })
})
process.stdout.write(`${JSON.stringify({ event: 'ready', url: '' })}\n`)
