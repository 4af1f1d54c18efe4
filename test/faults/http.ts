import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly token?: string
  readonly cookie?: string
  readonly key?: string
  readonly contentType?: string
  readonly body?: Buffer
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** A request whose response is missing or incomplete, so it is unknown whether the request took effect. */
export class InterruptedRequest extends Error {
  /** The error code of Node, such as ECONNRESET. */
  readonly code: string
  /** Whether this request was the first on its connection. If so, the server may never have accepted the connection. */
  readonly isFirstOnConnection: boolean

  constructor(cause: unknown, isFirstOnConnection: boolean) {
    super('no complete response arrived', { cause })
    this.name = 'Interrupted'
    this.code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    this.isFirstOnConnection = isFirstOnConnection
  }
}

/** Connections to one server process that are kept alive between requests. */
export interface Connections extends Disposable {
  send(outgoing: OutgoingRequest): Promise<Reply>
}

const chunkBytes = 64 * 1024

const chunks = function* (body: Buffer): Generator<Buffer> {
  for (let offset = 0; offset < body.length; offset += chunkBytes) yield body.subarray(offset, offset + chunkBytes)
}

const headersOf = ({ token, cookie, key, contentType, body }: OutgoingRequest): Record<string, string | number> => ({
  ...(token && { authorization: `Bearer ${token}` }),
  ...(cookie && { cookie }),
  ...(key && { 'idempotency-key': key }),
  ...(body && { 'content-type': contentType ?? 'application/json', 'content-length': body.length }),
})

const exchange = async (clientRequest: ClientRequest, body: Buffer | undefined): Promise<Reply> => {
  const responseStart = new Promise<IncomingMessage>((resolve, reject) => {
    clientRequest.once('response', resolve).once('error', reject)
  })
  // A server may respond and close the connection before it has read the whole body. Such a response is valid.
  if (body) pipeline(Readable.from(chunks(body)), clientRequest).catch(() => undefined)
  else clientRequest.end()
  const response = await responseStart
  clientRequest.on('error', () => undefined)
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part)
  if (!response.complete) throw new Error('the response was cut off')
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(parts).toString('utf8') }
}

export const connect = (url: string): Connections => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return {
    async send(outgoing) {
      const { method, path, body } = outgoing
      const clientRequest = request(url + path, { method, agent, headers: headersOf(outgoing) })
      try {
        return await exchange(clientRequest, body)
      } catch (error) {
        throw new InterruptedRequest(error, !clientRequest.reusedSocket)
      }
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}
