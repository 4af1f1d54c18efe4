/**
 * Opens files at a steady rate, each at its scheduled time even if earlier ones are still running, and reports the
 * durations.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { Connection } from '#bench/http-client.ts'
import { requestText } from '#bench/request.ts'

export interface OpenJob {
  readonly port: number
  readonly token: string
  readonly paths: readonly string[]
  readonly perSecond: number
}

export interface OpenResult {
  readonly opens: number
  readonly failed: number
  readonly medianMs: number
  readonly p99Ms: number
}

const connectionCount = 64

const open = async ({ port, token, paths, perSecond }: OpenJob, isOver: () => boolean): Promise<OpenResult> => {
  const freeConnections = await Promise.all(Array.from({ length: connectionCount }, () => Connection.open(port)))
  const waiters: (() => void)[] = []
  const times: number[] = []
  const pendingOpens = new Set<Promise<void>>()
  let failed = 0
  const takeConnection = async (): Promise<Connection> => {
    if (freeConnections.length === 0) await new Promise<void>(resolve => waiters.push(resolve))
    // Uses connections in turn, because the server closes those that stay idle.
    const connection = freeConnections.shift()
    if (!connection) throw new Error('no connection is free')
    return connection
  }
  const openFile = async (path: string, due: number) => {
    const connection = await takeConnection()
    const { status } = await connection.send({ head: Buffer.from(requestText({ path, token })) })
    times.push(performance.now() - due)
    if (status !== 200) failed++
    freeConnections.push(connection)
    waiters.shift()?.()
  }
  const startTime = performance.now()
  for (let i = 0; !isOver(); i++) {
    const due = startTime + (i * 1000) / perSecond
    // Waits even if this open is late, so that the process can receive messages in the meantime.
    await delay(Math.max(0, due - performance.now()))
    // A prime step visits all paths in an irregular order.
    const pendingOpen = openFile(paths[(i * 7919) % paths.length] ?? '', due)
    pendingOpens.add(pendingOpen)
    void pendingOpen.finally(() => pendingOpens.delete(pendingOpen))
  }
  await Promise.all(pendingOpens)
  for (const connection of freeConnections) connection.close()
  times.sort((a, b) => a - b)
  const percentile = (fraction: number): number => times[Math.floor(fraction * (times.length - 1))] ?? 0
  return { opens: times.length, failed, medianMs: percentile(0.5), p99Ms: percentile(0.99) }
}

let isOver = false
process.on('message', async (job: OpenJob | 'stop') => {
  if (job === 'stop') isOver = true
  else {
    isOver = false
    process.send?.(await open(job, () => isOver))
  }
})
process.on('disconnect', () => process.exit(0))
process.stdout.write('{"event":"ready"}\n')
