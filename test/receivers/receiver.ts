import net, { type AddressInfo, type Server, type Socket } from 'node:net'
import tls from 'node:tls'
import type { Certificate } from './certificates.ts'

/** A complete request, as received. */
export interface Received {
  readonly head: string
  readonly body: string
}

/** A listener on loopback that counts its connections. */
export interface Receiver extends AsyncDisposable {
  readonly url: string
  /** The number of TCP connections accepted so far. */
  readonly connections: number
  readonly requests: readonly Received[]
  /** The number of bytes written to its sockets so far. */
  readonly bytesWritten: number
}

interface Options {
  readonly host?: string
  /** The port; a free one if omitted. */
  readonly port?: number
  /** The certificate with which the receiver serves TLS. */
  readonly certificate?: Certificate
  /** Called with each connection, including TLS connections. The receiver then reads no requests from it. */
  readonly connected?: (socket: Socket) => void
  /** Called with each complete request, with `n` counted from 1. If omitted, responds with 200 and hello. */
  readonly answer?: (socket: Socket, n: number) => void
  /** The host name in `url`. */
  readonly name?: string
  /** The scheme in `url`; by default https with a certificate and http without. */
  readonly scheme?: 'http' | 'https'
}

/** Returns a response with a body, and with its length unless the headers override it. */
export const http = (status: number, body = '', headers: Readonly<Record<string, string>> = {}): string => {
  const allHeaders = { 'content-length': `${Buffer.byteLength(body)}`, ...headers }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Said\r\n${lines.join('')}\r\n${body}`
}

const hello = (socket: Socket) => {
  socket.write(http(200, 'hello'))
}

const readRequests = (socket: Socket, onRequest: (request: Received) => void) => {
  let text = ''
  socket.on('data', chunk => {
    text += chunk.toString('latin1')
    for (;;) {
      const headEnd = text.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const headText = text.slice(0, headEnd)
      const length = Number(/^content-length: (\d+)$/im.exec(headText)?.[1] ?? 0)
      const end = headEnd + 4 + length
      if (text.length < end) return
      onRequest({ head: headText, body: text.slice(headEnd + 4, end) })
      text = text.slice(end)
    }
  })
}

const listen = (server: Server, host: string, port: number) => {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.once('error', reject)
  server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  return promise
}

export const receive = async (options: Options = {}): Promise<Receiver> => {
  const { host = '127.0.0.1', certificate, connected, answer = hello, name = host } = options
  const { scheme = certificate ? 'https' : 'http' } = options
  const sockets = new Set<Socket>()
  const requests: Received[] = []
  let connections = 0

  const serve = (socket: Socket) => {
    socket.on('error', () => socket.destroy())
    if (connected) return connected(socket)
    readRequests(socket, request => answer(socket, requests.push(request)))
  }
  const accept = (socket: Socket) => {
    connections++
    sockets.add(socket)
    socket.setNoDelay(true)
  }
  const server: Server = certificate
    ? tls
        .createServer(certificate, serve)
        .on('connection', accept)
        .on('tlsClientError', () => {})
    : net.createServer({ allowHalfOpen: true }, socket => {
        accept(socket)
        serve(socket)
      })
  const port = await listen(server, host, options.port ?? 0)
  return {
    url: `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}/hook`,
    get connections() {
      return connections
    },
    requests,
    get bytesWritten() {
      return [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0)
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      await promise
    },
  }
}
