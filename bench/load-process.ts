import { uploadChunk } from './bytes.ts'
import { Connection, type Outgoing } from './http-client.ts'
import type { Rate, RateJob, Transfer, TransferJob } from './load.ts'

const open = (port: number, count: number): Promise<Connection[]> =>
  Promise.all(Array.from({ length: count }, () => Connection.open(port)))

let lastNumber = 0

// Requests without a number are encoded only once.
const template = (request: string): (() => Outgoing) => {
  const parts = request.split('{n}')
  if (parts.length === 1) {
    const head = Buffer.from(request)
    return () => ({ head })
  }
  return () => {
    const number = String(lastNumber++).padStart(12, '0')
    const text = parts.join(number)
    const address = `2001:${number.replaceAll(/(?<=^(?:.{4})+)(?!$)/g, ':')}::1`
    return { head: Buffer.from(text.replace('{address}', address)) }
  }
}

const requireStatus = (response: { status: number; text: string }, status?: number): void => {
  const isExpected =
    status === undefined ? response.status >= 200 && response.status <= 299 : response.status === status
  if (!isExpected) throw new Error(`unexpected response: ${response.text}`)
}

const rate = async (job: RateJob): Promise<Rate> => {
  const connections = await open(job.port, job.connections)
  const next = template(job.request)
  const times: number[] = []
  const { seconds = 3600, requests = Number.POSITIVE_INFINITY } = job.for as { seconds?: number; requests?: number }
  const startTime = performance.now()
  const endTime = startTime + seconds * 1000
  let remaining = requests
  const repeat = async (connection: Connection): Promise<void> => {
    while (remaining-- > 0 && performance.now() < endTime) {
      const sentAt = performance.now()
      requireStatus(await connection.send(next()), job.status)
      times.push(performance.now() - sentAt)
    }
  }
  await Promise.all(connections.map(repeat))
  const elapsed = (performance.now() - startTime) / 1000
  for (const connection of connections) connection.close()
  times.sort((a, b) => a - b)
  const percentile = (fraction: number): number => times[Math.floor(fraction * (times.length - 1))] ?? 0
  return {
    operations: times.length,
    perSecond: times.length / elapsed,
    medianMs: percentile(0.5),
    p99Ms: percentile(0.99),
  }
}

const transfer = async ({ port, requests, upload }: TransferJob): Promise<Transfer> => {
  const connections = await open(port, requests.length)
  const body = upload && { chunk: uploadChunk, times: upload.mebibytes, end: Buffer.from(upload.end) }
  const startTime = performance.now()
  const responses = await Promise.all(
    connections.map((connection, i) =>
      connection.send({ head: Buffer.from(requests[i] ?? ''), ...(body && { body }) }),
    ),
  )
  const seconds = (performance.now() - startTime) / 1000
  for (const connection of connections) connection.close()
  for (const response of responses) requireStatus(response)
  return { seconds, responses }
}

process.on('message', async (job: RateJob | TransferJob) => {
  try {
    process.send?.(await (job.kind === 'rate' ? rate(job) : transfer(job)))
  } catch (error) {
    process.send?.({ error: String(error) })
  }
})
process.on('disconnect', () => process.exit(0))
process.stdout.write('{"event":"ready"}\n')
