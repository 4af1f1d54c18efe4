import { setTimeout as delay } from 'node:timers/promises'
import { type Benchmark, figure } from './benchmark.ts'
import { countCpu } from './cpu-times.ts'
import { scaled } from './scale.ts'
import { startServer } from './server.ts'

/** The time that the work of a first start takes: the first run of each job, and autovacuum after the migrations. */
const settleMs = scaled(300_000, 0)
const roundMs = scaled(300_000, 1000)
const secondsOfDay = 86_400

const formatHundredths = (value: number): string => value.toFixed(2)

/**
 * The cost of an idle server. After a checkpoint, the first change of each page writes the page to the WAL in full. So
 * one round follows a checkpoint and the other does not. The cost of a day includes the full pages of each checkpoint.
 */
export const idle: Benchmark = {
  name: 'idle',
  async run() {
    await using server = await startServer()
    await delay(settleMs)
    const [setting] = await server.sql(`select setting from pg_settings where name = 'checkpoint_timeout'`)
    const readWal = async (): Promise<number> => {
      const [row] = await server.sql(`select pg_current_wal_insert_lsn() - '0/0' as wal`)
      return Number(row?.wal)
    }
    const round = async () => {
      const [before, startedAt, readCpu] = [await readWal(), performance.now(), await countCpu(server.pid)]
      await delay(roundMs)
      const [after, used] = [await readWal(), await readCpu()]
      const seconds = (performance.now() - startedAt) / 1000
      const share = (time: number) => (100 * time) / seconds
      const wal = ((after - before) / seconds) * secondsOfDay
      return { wal, own: share(used.own), below: share(used.below), pages: seconds / secondsOfDay }
    }
    await server.sql('checkpoint')
    const [first, second] = [await round(), await round()]
    const pages = Math.max(0, (first.wal - second.wal) * first.pages)
    const wal = second.wal + (pages * secondsOfDay) / Number(setting?.setting)
    const [own, below] = [(first.own + second.own) / 2, (first.below + second.below) / 2]
    return [
      figure({
        label: 'WAL while idle',
        samples: [wal / 1e6],
        atMost: 50,
        unit: 'MB a day',
        detail: `records ${formatHundredths(second.wal / 1e6)} MB a day, pages after each checkpoint ${formatHundredths(pages / 1e6)} MB`,
      }),
      figure({
        label: 'CPU while idle, server and database',
        samples: [own + below],
        atMost: 0.3,
        unit: '% of a core',
        detail: `Node ${formatHundredths(own)}, PostgreSQL ${formatHundredths(below)}`,
      }),
    ]
  },
}
