import type pg from 'pg'
import { openDatabase } from '#db/database.ts'
import { systemClock } from '#lib/clock.ts'
import { sealBatch } from '#src/features/ledger/seal.ts'

/** The options of a sealer in the chaos run. It has its own process, which can be killed at any time. */
interface SealerOptions extends pg.ClientConfig {
  readonly most: number
  /** Whether the process exits once every row is sealed. */
  readonly once?: true
  /** The number of the batch at which the process kills itself, between reading and writing. */
  readonly diesOnce?: number
}

const { most: maxRows, once, diesOnce, ...connection }: SealerOptions = JSON.parse(process.env.SEAL ?? '{}')
const db = openDatabase({ ...connection, max: 2 }, () => undefined)
let writes = 0
/** Counts transactions as batches, because this process has no other transactions. */
const dyingDb: typeof db = {
  ...db,
  get pool() {
    return db.pool
  },
  transaction(organizationId, work) {
    if (++writes === diesOnce) process.kill(process.pid, 'SIGKILL')
    return db.transaction(organizationId, work)
  },
}
for (;;) {
  const { sealed, more } = await sealBatch(
    { db: dyingDb, clock: systemClock, settings: { url: 'http://chaos.example' } },
    { maxRows },
  )
  if (more) continue
  if (once && sealed === 0) break
  await new Promise(resolve => setTimeout(resolve, once ? 0 : 20))
}
await db[Symbol.asyncDispose]()
