/** Servers that are not the install that the caller expects, and an install that is temporarily unavailable. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { Certificate } from './receivers/certificates.ts'

export interface Running extends AsyncDisposable {
  readonly port: number
}

const startServer = async (server: Server): Promise<Running> => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  return {
    port,
    [Symbol.asyncDispose]: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

export const web = (listener: RequestListener): Promise<Running> => startServer(createServer(listener))

/** Starts a forward proxy that sends this raw response to every CONNECT request. */
export const forwardProxy = (rawResponse: string): Promise<Running> => {
  const server = createServer()
  server.on('connect', (_request, socket) => socket.end(rawResponse))
  return startServer(server)
}

export const secureWeb = ({ key, cert }: Certificate, listener: RequestListener): Promise<Running> =>
  startServer(createTlsServer({ key, cert }, listener))

/** Starts a server that greets every caller with these bytes. */
export const greetingServer = (bytes: string): Promise<Running> =>
  startServer(
    createTcpServer(socket =>
      socket
        .on('error', () => undefined)
        .resume()
        .write(bytes),
    ),
  )

/**
 * Forwards each connection to one of two ports by its first byte, like a server that accepts both TLS and plain HTTP.
 */
export const protocolSwitch = (securePort: number, plainPort: number): Promise<Running> =>
  startServer(
    createTcpServer(socket => {
      socket.on('error', () => undefined)
      socket.once('data', bytes => {
        const upstream = connect(bytes[0] === 0x16 ? securePort : plainPort, '127.0.0.1')
        upstream.on('error', () => undefined).write(bytes)
        socket.pipe(upstream).pipe(socket)
      })
    }),
  )

const json = { 'content-type': 'application/json' }

/** Responds like an install: to a token request with a token, and to a scan with its counts. */
export const install: RequestListener = (request, response) => {
  request.resume()
  const isToken = request.url?.endsWith('/auth/token')
  response.writeHead(200, json)
  response.end(isToken ? '{"access_token":"token","token_type":"Bearer","expires_in":900}' : '{"created":1}')
}

export const page =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'text/html', ...headers })
    response.end(body)
  }

/** `first` answers the first `times` requests, `later` all others. */
export const respondFirst = (times: number, first: RequestListener, later: RequestListener): RequestListener => {
  let requestCount = 0
  return (request: IncomingMessage, response: ServerResponse) =>
    (requestCount++ < times ? first : later)(request, response)
}

/** `scanListener` answers scans; the install answers all other requests. */
export const scans =
  (scanListener: RequestListener): RequestListener =>
  (request, response) =>
    (request.url?.endsWith('/auth/token') ? install : scanListener)(request, response)
