import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MemoryS3, startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot, type Probata } from '#test/system.ts'
import { createAuditRows, insertAuditRows } from './many-rows.ts'
import { startTimeStampAuthority, type TimeStampAuthority } from './time-stamp-authority.ts'
import { startWitness, type TestWitness } from './witness.ts'

/** A Probata that publishes checkpoints to every kind of external place. */
export interface ExternalCheckpoints extends AsyncDisposable {
  readonly p: Probata
  readonly acme: string
  readonly folder: string
  readonly bucket: MemoryS3
  readonly authority: TimeStampAuthority
  readonly witness: TestWitness
  readonly admin: string
  /** Writes `count` rows to the trail of acme. */
  write(count?: number): Promise<void>
  /** Seals the waiting rows, advances the clock by an hour, and publishes checkpoints. */
  publish(): Promise<number>
}

export const bootWithExternalPlaces = async (
  env: Readonly<Record<string, string>> = {},
): Promise<ExternalCheckpoints> => {
  await using opening = new AsyncDisposableStack()
  const parentFolder = await mkdtemp(join(tmpdir(), 'outside-'))
  opening.defer(() => rm(parentFolder, { recursive: true, force: true }))
  const folder = join(parentFolder, 'checkpoints')
  const bucket = opening.use(await startMemoryS3({ lock: true }))
  const authority = opening.use(await startTimeStampAuthority())
  const witness = opening.use(await startWitness('witness.example/w1', { now: () => p.clock.now() }))
  const credentials = join(parentFolder, 's3.json')
  await writeFile(credentials, JSON.stringify(bucket.credentials), { mode: 0o600 })
  const { settings } = bucket
  const p: Probata = opening.use(
    await boot({
      env: {
        PROBATA_STORAGE_ALLOW: '127.0.0.0/8',
        PROBATA_CHECKPOINT_DIR: folder,
        PROBATA_CHECKPOINT_S3: `s3://${settings.bucket}/proof?retain=30d&endpoint=${settings.endpoint}&region=${settings.region}`,
        PROBATA_CHECKPOINT_S3_KEY_FILE: credentials,
        PROBATA_TSA_URL: authority.url,
        PROBATA_TSA_CA: authority.root,
        PROBATA_WITNESSES: witness.configured,
        ...env,
      },
    }),
  )
  bucket.clock = p.clock
  const [row] = await p.sql(`select id from organization where slug = 'acme'`)
  const admin = await p.signIn('admin@acme.example')
  const acme = String(row?.id)
  const owned = opening.move()
  return {
    p,
    acme,
    folder,
    bucket,
    authority,
    witness,
    admin,
    async write(count = 1) {
      await p.sql(insertAuditRows, [acme, ...createAuditRows(count)])
    },
    async publish() {
      await p.system.runJob('seal-ledger')
      p.clock.advance(60 * 60_000)
      return p.system.runJob('publish-checkpoints')
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
