import { setTimeout as delay } from 'node:timers/promises'
import { type Benchmark, figure } from '#bench/benchmark.ts'
import { startProcess } from '#bench/process.ts'
import { scaled } from '#bench/scale.ts'
import { signIn, startServer } from '#bench/server.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { migrationsOf } from '#test/storage/migrations.ts'
import { attachMany, fileBytes } from './moving-files.ts'
import { clientOf, describeOpens, opensDuring } from './opens.ts'

const files = Number(process.env.MOVED_FILES ?? scaled(100_000, 200))
/** The number of files to move per second. */
const filesPerSecond = Number(process.env.MOVED_PER_SECOND ?? scaled(40, 100))
const perSecond = scaled(200, 50)
const restSeconds = scaled(30, 2)

/**
 * Moves small files into a bucket in memory while others are opened. The goals: opens take as long as without the move,
 * and files move at the configured rate. `MOVED_FILES` and `MOVED_PER_SECOND` override the defaults.
 */
export const moving: Benchmark = {
  name: 'moving',
  async run() {
    await using bucket = await startMemoryS3()
    await using server = await startServer({ PROBATA_STORAGE_ALLOW: '127.0.0.0/8' })
    await using opener = await startProcess(['bench/storage/opens-process.ts'])
    const paths = await attachMany(server, files)
    const cookie = await signIn(server)
    const bindings = bindingsOf(clientOf(server), () => cookie)
    const migrations = migrationsOf(clientOf(server), () => cookie)
    const [local] = (await bindings.list()).storageBindings
    const { id: targetId } = await bindings.done(bindings.create(bucket), 201)
    await bindings.done(bindings.act(targetId, 'validate'))
    const job = { token: server.token, paths, perSecond }
    await opensDuring(opener, server, job, () => delay(restSeconds * 100))
    const aloneSample = await opensDuring(opener, server, job, () => delay(restSeconds * 1000))
    let seconds = 0
    const migrationSample = await opensDuring(opener, server, job, async () => {
      const bytesPerSecond = filesPerSecond * fileBytes
      const migration = { sourceId: local.id, targetId, mode: 'move', bytesPerSecond }
      const { id } = await migrations.done(migrations.start(migration), 201)
      const status = async () => {
        await delay(250)
        return migrations.get(id)
      }
      let progress = await status()
      while (progress.items.copied === 0) progress = await status()
      const [startTime, copiedAtStart] = [performance.now(), progress.items.copied]
      while (progress.status === 'copying') progress = await status()
      if (progress.status !== 'holding') throw new Error(`the migration ended as ${JSON.stringify(progress)}`)
      seconds = ((performance.now() - startTime) * files) / 1000 / (files - copiedAtStart)
    })
    const detail = `without a migration ${describeOpens(aloneSample)}; during it ${describeOpens(migrationSample)}`
    const what = `${files} files of ${fileBytes / 1024} KiB during ${perSecond} opens/s`
    return [
      figure({ label: `${what}: failed opens`, samples: [migrationSample.failed], atMost: 0 }),
      figure({
        label: `${what}: p99 of opens, relative to no migration`,
        samples: [migrationSample.p99Ms / aloneSample.p99Ms],
        atMost: 1.2,
        detail,
      }),
      figure({
        label: `${what}: rate against the one that was set`,
        samples: [files / seconds / filesPerSecond],
        atLeast: 0.9,
        detail: `${(files / seconds).toFixed(1)} files/s, set ${filesPerSecond}`,
      }),
    ]
  },
}
