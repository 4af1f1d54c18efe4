import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { openNonReaders, scriptRequest } from '#test/hostile/non-readers.ts'
import { type Benchmark, figure } from './benchmark.ts'
import { Connection } from './http-client.ts'
import { peakMemory, residentMemory, untilQuiet } from './processes.ts'
import { requestText } from './request.ts'
import { scaled } from './scale.ts'
import { startServer } from './server.ts'

const clientCount = scaled(2000, 20)
const pauseMs = 10
const maxMs = scaled(120_000, 1000)

// proc_net_tcp(5): state 01 is an established connection.
const establishedAt = async (port: number): Promise<number> => {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const lines = (await readFile('/proc/self/net/tcp', 'latin1')).split('\n')
  return lines.filter(line => new RegExp(`^ *\\d+: [0-9A-F]+:${hex} [0-9A-F]+:[0-9A-F]+ 01 `).test(line)).length
}

const p99 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

interface Crowd {
  readonly memory: number
  readonly p99: number
  readonly seconds: number
}

/**
 * Measures how a crowd of clients that request the API reference's script and read nothing affects the server and
 * another client.
 */
const measureCrowd = async (coding: string): Promise<Crowd> => {
  await using server = await startServer({ LOG_LEVEL: 'error' })
  const { pid, port, url, token } = server
  for (const encoding of ['identity', 'gzip'])
    await (await fetch(`${url}/docs/js/scalar.js`, { headers: { 'accept-encoding': encoding } })).arrayBuffer()
  const otherClient = await Connection.open(port)
  const list = { head: Buffer.from(requestText({ path: '/api/v1/governance/evidence/claims', token })) }
  const timeList = async (): Promise<number> => {
    const started = performance.now()
    await otherClient.send(list)
    return performance.now() - started
  }
  for (let i = 0; i < scaled(500, 10); i++) await timeList()
  await untilQuiet()
  await delay(scaled(2000, 0))
  const [memoryBefore, otherConnections] = [await residentMemory(pid), await establishedAt(port)]
  const times: number[] = []
  let seconds = Number.POSITIVE_INFINITY
  const peak = await peakMemory(pid, async () => {
    await using _clients = await openNonReaders(url, clientCount, scriptRequest(coding))
    const startTime = performance.now()
    while (performance.now() - startTime < maxMs) {
      times.push(await timeList())
      if (times.length % 50 === 0 && (await establishedAt(port)) <= otherConnections) break
      await delay(pauseMs)
    }
    seconds = (performance.now() - startTime) / 1000
  })
  otherClient.close()
  return { memory: peak - memoryBefore, p99: p99(times), seconds }
}

/** 2,000 clients request the API reference's 4 MB script and do not read it, while another one lists claims. */
export const nonReaders: Benchmark = {
  name: 'non-readers',
  async run() {
    const crowds: Crowd[] = []
    for (const coding of ['identity', 'gzip']) crowds.push(await measureCrowd(coding))
    const valuesOf = (name: keyof Crowd) => crowds.map(each => each[name])
    const detail = 'uncompressed and compressed'
    return [
      figure({
        label: `${clientCount} non-readers, memory`,
        samples: valuesOf('memory'),
        atMost: 64,
        unit: 'MiB',
        detail,
      }),
      figure({ label: "another client's p99", samples: valuesOf('p99'), atMost: 200, unit: 'ms' }),
      figure({ label: 'until all are gone', samples: valuesOf('seconds'), atMost: 60, unit: 's' }),
    ]
  },
}
