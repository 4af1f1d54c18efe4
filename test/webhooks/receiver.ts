import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The time of arrival by the real clock, in milliseconds. */
  readonly at: number
}

export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly received: Received[]
  /** Returns the ids of the events in the order in which they arrived. */
  readonly events: () => string[]
}

/** A webhook receiver on loopback that responds with 204, or as `answer` says. */
export const startReceiver = async (
  answer: (request: Received, response: ServerResponse) => void = (_, response) => response.writeHead(204).end(),
): Promise<Receiver> => {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { url: path = '', headers } = request
    const receivedRequest = { path, headers, body: Buffer.concat(chunks).toString(), at: Date.now() }
    received.push(receivedRequest)
    answer(receivedRequest, response)
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    events: () => received.map(({ headers }) => String(headers['webhook-id'])),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
