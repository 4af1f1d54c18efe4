/**
 * pg-boss with the signed POST as its job. Argument: BossOptions (JSON); each message is a BossCommand. A pg-boss
 * worker polls at most every half second, so its batches must take longer than that. BOSS_WORKERS and BOSS_BATCH
 * override the defaults.
 */
import { PgBoss } from 'pg-boss'
import { createIds } from '#lib/ids.ts'
import type { BossCommand, BossOptions } from './boss.ts'
import { envelope } from './envelope.ts'
import { signedPost } from './signed-post.ts'

const { connection, urls }: BossOptions = JSON.parse(process.argv[2] ?? '')
const workers = Number(process.env.BOSS_WORKERS ?? 8)
const batchSize = Number(process.env.BOSS_BATCH ?? 500)
const insertBatch = 5000
const queue = 'deliveries'

const post = signedPost(Math.max(1, Math.ceil(1024 / urls.length)))
const ids = createIds()

const { host = '', port = 0, user = '', database = '' } = connection
const password = String(connection.password)
const boss = new PgBoss({ host, port, user, password, database, schedule: false, supervise: false, max: workers + 2 })
boss.on('error', error => process.stderr.write(`${error}\n`))
await boss.start()
await boss.createQueue(queue)

interface Delivery {
  readonly url: string
  readonly eventId: string
  readonly body: string
}

const insert = async (count: number): Promise<void> => {
  for (let insertedCount = 0; insertedCount < count; insertedCount += insertBatch) {
    const jobs = Array.from({ length: Math.min(insertBatch, count - insertedCount) }, (_, i) => {
      const eventId = ids.next('evt', Date.now())
      return { data: { url: urls[(insertedCount + i) % urls.length] ?? '', eventId, body: envelope(eventId) } }
    })
    await boss.insert(queue, jobs)
  }
}

const work = async (): Promise<void> => {
  const options = {
    batchSize,
    localConcurrency: workers,
    pollingIntervalSeconds: 0.5,
    priority: false,
    orderByCreatedOn: false,
  }
  await boss.work<Delivery>(queue, options, async jobs => {
    await Promise.all(jobs.map(({ data }) => post(data.url, data.eventId, data.body)))
  })
}

const runCommand = (command: BossCommand): Promise<void> => {
  if ('insert' in command) return insert(command.insert)
  return command.work ? work() : boss.offWork(queue)
}

process.on('message', async (command: BossCommand) => {
  try {
    await runCommand(command)
    process.send?.({})
  } catch (error) {
    process.send?.({ error: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
process.stdout.write('{"event":"ready"}\n')
