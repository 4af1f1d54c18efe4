import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A delivery whose signatures were verified. */
export interface Delivery {
  readonly deliveryId: string
  readonly event: {
    readonly id: string
    readonly type: string
    readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
}

/** A customer's system that receives webhooks on loopback. */
export interface DemoReceiver extends AsyncDisposable {
  readonly url: string
  /** Sets the signing secret from the response to the webhook's creation. */
  trust(secret: string): void
  /** Resolves with the delivery of this event type; rejects after 10 seconds, or if any delivery fails verification. */
  received(type: string): Promise<Delivery>
}

const timeoutMs = 10_000
const maxClockSkewMs = 5 * 60_000

const hmac = (key: string | Buffer, text: string, body: Buffer) =>
  createHmac('sha256', key).update(text).update(body).digest()

const includesMac = (candidates: readonly string[], encoding: 'hex' | 'base64', expected: Buffer): boolean =>
  candidates.some(text => {
    const mac = Buffer.from(text, encoding)
    return mac.length === expected.length && timingSafeEqual(mac, expected)
  })

const valuesOf = (list: string, separator: string, prefix: string): string[] =>
  list.split(separator).flatMap(part => (part.startsWith(prefix) ? [part.slice(prefix.length)] : []))

const isFresh = (ms: number): boolean => Math.abs(Date.now() - ms) <= maxClockSkewMs

/** Verifies the signature in X-Service-Signature. */
const verifyService = (secret: string, header: (name: string) => string, body: Buffer): void => {
  const timestamp = header('x-service-timestamp')
  const signatures = valuesOf(header('x-service-signature'), ',', 'v1=')
  assert.ok(includesMac(signatures, 'hex', hmac(secret, `${timestamp}.`, body)), 'X-Service-Signature does not match')
  assert.ok(isFresh(Date.parse(timestamp)), `X-Service-Timestamp is ${timestamp}`)
}

/** Verifies the signature of Standard Webhooks 1.0. */
const verifyStandard = (secret: string, header: (name: string) => string, body: Buffer): void => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const timestamp = header('webhook-timestamp')
  const signatures = valuesOf(header('webhook-signature'), ' ', 'v1,')
  const expected = hmac(key, `${header('webhook-id')}.${timestamp}.`, body)
  assert.ok(includesMac(signatures, 'base64', expected), 'webhook-signature does not match')
  assert.ok(isFresh(Number(timestamp) * 1000), `webhook-timestamp is ${timestamp}`)
}

const verify = (secret: string, headers: IncomingHttpHeaders, body: Buffer): Delivery => {
  const header = (name: string) => String(headers[name] ?? '')
  verifyService(secret, header, body)
  verifyStandard(secret, header, body)
  const event: Delivery['event'] = JSON.parse(body.toString())
  assert.deepEqual([header('x-service-event'), header('webhook-id')], [event.type, event.id])
  return { deliveryId: header('x-service-delivery-id'), event }
}

/** Starts a receiver on a free loopback port. It responds to verified deliveries with 204, otherwise with 400. */
export const startReceiver = async (): Promise<DemoReceiver> => {
  const arrivals = new Map<string, PromiseWithResolvers<Delivery>>()
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  let secret = ''

  const arrivalOf = (type: string) => {
    const arrival = arrivals.get(type) ?? Promise.withResolvers<Delivery>()
    arrivals.set(type, arrival)
    return arrival
  }

  const server = createServer(async (request, response) => {
    try {
      const delivery = verify(secret, request.headers, await buffer(request))
      response.writeHead(204).end()
      arrivalOf(delivery.event.type).resolve(delivery)
    } catch (error) {
      response.writeHead(400).end()
      failure.reject(error)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address)

  return {
    url: `http://127.0.0.1:${address.port}/hooks`,
    trust(signingSecret) {
      secret = signingSecret
    },
    async received(type) {
      const timeout = Promise.withResolvers<never>()
      const timer = setTimeout(() => timeout.reject(new Error(`${type} did not arrive within 10 seconds`)), timeoutMs)
      return await Promise.race([arrivalOf(type).promise, failure.promise, timeout.promise]).finally(() =>
        clearTimeout(timer),
      )
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
