/**
 * A webhook receiver in its own process: `node webhook-receiver.ts FILE MILLISECONDS`. It records each request before
 * it responds: `at path event claim delivery status`. The response follows after a random delay of at most
 * MILLISECONDS, and depends on the path: /ok returns 204, /flaky returns 503 once for 2 % of the events, /dying always
 * returns 503 for 25 %. GET /state returns the number of requests.
 */
import { openSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [, , file = '', longest = '0'] = process.argv
const fd = openSync(file, 'a')
const seenEvents = new Set<string>()
let acceptedCount = 0
let open = 0

// With 100 events, a rate of 25 % always fails some (0.75¹⁰⁰ ≈ 3·10⁻¹³); a rate of 2 % fails none in one run of eight.
const isUnlucky = (event: string, divisor: number): boolean => Number.parseInt(event.slice(-2), 32) % divisor === 0

const statusOf = (path: string, event: string): number => {
  if (path.startsWith('/dying')) return isUnlucky(event, 4) ? 503 : 204
  const key = `${path} ${event}`
  if (!path.startsWith('/flaky') || !isUnlucky(event, 50) || seenEvents.has(key)) return 204
  seenEvents.add(key)
  return 503
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET') return response.end(JSON.stringify({ taken: acceptedCount, open }))
  open++
  response.once('close', () => open--)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const [claim = '-'] = /gec_[0-9A-Z]{26}/.exec(Buffer.concat(chunks).toString('latin1')) ?? []
  const { url: path = '', headers } = request
  const event = String(headers['webhook-id'])
  const status = statusOf(path, event)
  writeSync(fd, `${Date.now()} ${path} ${event} ${claim} ${headers['x-service-delivery-id']} ${status}\n`)
  acceptedCount++
  setTimeout(() => response.writeHead(status).end(), Math.random() * Number(longest))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
