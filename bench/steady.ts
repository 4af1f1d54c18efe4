import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setInterval } from 'node:timers/promises'
import { bodyEnd, createClaim, createIntent, multipartHeaders, openPath, partHead } from './attachments.ts'
import { type Benchmark, figure } from './benchmark.ts'
import { uploadChunk } from './bytes.ts'
import { residentMemory, treeMemory } from './processes.ts'
import { call, claimBody } from './request.ts'
import { isShort } from './scale.ts'
import { requestToken, type Server, signIn, startServer } from './server.ts'
import { spreadOf } from './statistics.ts'

const claims = '/api/v1/governance/evidence/claims'

/** The duration of the run. It is hours by default, because slow leaks take time to show. */
const seconds = isShort ? 8 : Number(process.env.STEADY_MINUTES ?? 240) * 60
const sampleCount = isShort ? 4 : 240
const tokenRefreshSeconds = 1800

/** Starts a receiver that accepts every webhook. */
const startReceiver = async () => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, [Symbol.dispose]: () => server.close() }
}

const attach = async (server: Server): Promise<void> => {
  const claimId = await createClaim(server)
  const path = await createIntent(server, claimId, 1)
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { ...multipartHeaders(1), authorization: `Bearer ${server.token}` },
    body: Buffer.concat([Buffer.from(partHead), uploadChunk, Buffer.from(bodyEnd)]),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  await call(server, openPath(claimId, JSON.parse(text).attachment.artifactId))
}

/** Sends the requests of one second: about 30 requests, which cause 5 deliveries. */
const workForSecond = async (server: Server, second: number): Promise<void> => {
  const creates = Array.from({ length: 5 }, (_, i) =>
    call(server, claims, { ...claimBody, claimKey: `steady-${second}-${i}` }),
  )
  const lists = Array.from({ length: 20 }, () => call(server, claims))
  await Promise.all([...creates, ...lists, ...(second % 5 === 0 ? [attach(server), signIn(server)] : [])])
}

/**
 * Memory over hours of steady work: the maximum in the last quarter of the run against that in the second quarter. The
 * first quarter fills caches, and garbage collection every quarter of an hour makes the curve a saw-tooth. Prints each
 * sample. `STEADY_MINUTES` sets the duration. The benchmark runs only if it is named.
 */
export const steady: Benchmark = {
  name: 'steady',
  async run() {
    using receiver = await startReceiver()
    await using started = await startServer({ PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8' })
    const { webhook } = await call(started, '/api/v1/webhooks', {
      url: receiver.url,
      events: ['evidence.claim.created'],
      description: 'Steady work',
      reason: 'Benchmark of steady work',
    })
    let token = started.token
    const samples: number[] = []
    let second = 0
    for await (const _ of setInterval(1000)) {
      if (second === seconds) break
      if (second % tokenRefreshSeconds === tokenRefreshSeconds - 1) token = await requestToken(started.url)
      await workForSecond({ ...started, token }, second++)
      if (second % (seconds / sampleCount) !== 0) continue
      const serverMemory = await residentMemory(started.pid)
      samples.push(serverMemory)
      process.stdout.write(
        `  ${second} s: ${serverMemory.toFixed()} MiB, with PostgreSQL ${(await treeMemory(started.pid)).toFixed()}\n`,
      )
    }
    const [row] = await started.sql('select count(*)::int as delivered from webhook_attempt where endpoint_id = $1', [
      webhook.id,
    ])
    const peakOfQuarter = (quarter: number) =>
      spreadOf(samples.slice((quarter * sampleCount) / 4, ((quarter + 1) * sampleCount) / 4)).max
    return [
      figure({
        label: 'peak memory of the server in the last quarter of the time, relative to the second quarter',
        samples: [peakOfQuarter(3) / peakOfQuarter(1)],
        atMost: 1.05,
        detail: `${peakOfQuarter(1).toFixed()} and ${peakOfQuarter(3).toFixed()} MiB, after ${second / 60} min and ${row?.delivered} deliveries`,
      }),
    ]
  },
}
