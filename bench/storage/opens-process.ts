/**
 * Opens files at a steady rate, each at its scheduled time even if earlier ones are still running, and reports the
 * durations.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Connection } from '#bench/http-client.ts'
import { requestText } from '#bench/request.ts'

export interface Opening {
  readonly port: number
  readonly token: string
  readonly paths: readonly string[]
  readonly perSecond: number
}

export interface Opened {
  readonly opens: number
  readonly failed: number
  readonly medianMs: number
  readonly p99Ms: number
}

const most = 64

const open = async ({ port, token, paths, perSecond }: Opening, isOver: () => boolean): Promise<Opened> => {
  const free = await Promise.all(Array.from({ length: most }, () => Connection.open(port)))
  const waiting: (() => void)[] = []
  const times: number[] = []
  const underWay = new Set<Promise<void>>()
  let failed = 0
  const take = async (): Promise<Connection> => {
    if (free.length === 0) await new Promise<void>(resolve => waiting.push(resolve))
    // Uses connections in turn, because the server closes those that stay idle.
    const connection = free.shift()
    if (!connection) throw new Error('no connection is free')
    return connection
  }
  const ask = async (path: string, due: number) => {
    const connection = await take()
    const { status } = await connection.send({ head: Buffer.from(requestText({ path, token })) })
    times.push(performance.now() - due)
    if (status !== 200) failed++
    free.push(connection)
    waiting.shift()?.()
  }
  const began = performance.now()
  for (let i = 0; !isOver(); i++) {
    const due = began + (i * 1000) / perSecond
    // Waits even if it is late, so that messages are received in the meantime.
    await delay(Math.max(0, due - performance.now()))
    // A prime step visits all paths in an irregular order.
    const asked = ask(paths[(i * 7919) % paths.length] ?? '', due)
    underWay.add(asked)
    void asked.finally(() => underWay.delete(asked))
  }
  await Promise.all(underWay)
  for (const connection of free) connection.close()
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0
  return { opens: times.length, failed, medianMs: at(0.5), p99Ms: at(0.99) }
}

let isOver = false
process.on('message', async (job: Opening | 'stop') => {
  if (job === 'stop') isOver = true
  else {
    isOver = false
    process.send?.(await open(job, () => isOver))
  }
})
process.on('disconnect', () => process.exit(0))
process.stdout.write('{"event":"ready"}\n')
