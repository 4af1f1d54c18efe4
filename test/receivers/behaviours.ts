import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Certificate, type Certificates, certificates } from './certificates.ts'
import type { Names } from './names.ts'
import { http, type Receiver, receive } from './receiver.ts'

/** The only address that receiver tests allow. */
export const allowed = '127.0.0.1'

/** Another loopback address, which is not allowed. No request may ever arrive there. */
export const internal = '127.0.0.2'

export const onRequest = (answer: (socket: Socket, n: number) => void) => (): Promise<Receiver> => receive({ answer })

export const respondWith = (...texts: readonly (string | Buffer)[]) =>
  onRequest((socket, n) => socket.write(texts[Math.min(n, texts.length) - 1] ?? ''))

export const withCertificate = (choose: (all: Certificates) => Certificate) => async () =>
  receive({ certificate: choose(await certificates()) })

/**
 * Starts a receiver behind a host name. The name resolves correctly at the first lookup, when its URL is entered, and
 * from then on as `resolution` says.
 */
export const withHostName =
  (name: string, resolution: Parameters<Names['set']>[1], host = allowed) =>
  async (names: Names) => {
    names.set(name, n => (n === 1 ? [allowed] : resolution(n)))
    return receive({ name, host })
  }

export const writeLater = (socket: Socket, ms: number, text: string) => {
  const timer = setTimeout(() => socket.write(text), ms)
  socket.on('close', () => clearTimeout(timer))
}

export const writeSlowly = (socket: Socket, text: string, ms: number) => {
  let sentBytes = 0
  const timer = setInterval(() => socket.write(text[sentBytes++ % text.length] ?? ''), ms)
  socket.on('close', () => clearInterval(timer))
}

export const writeEndlessly = (socket: Socket, chunk: Buffer) => {
  const writeMore = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', writeMore)
  writeMore()
}

/** Uses port 1 (tcpmux), where nothing listens. Another program could reuse the port of a closed listener. */
export const closedPort = async (): Promise<Receiver> => ({
  url: `http://${allowed}:1/hook`,
  connections: 0,
  requests: [],
  bytesWritten: 0,
  [Symbol.asyncDispose]: async () => {},
})

/** The connections of this receiver include those to the target of its redirect. */
export const redirectToInternal = async (): Promise<Receiver> => {
  const canary = await receive({ host: internal })
  const receiver = await receive({ answer: socket => socket.write(http(307, '', { location: canary.url })) })
  return {
    url: receiver.url,
    requests: receiver.requests,
    get connections() {
      return receiver.connections + canary.connections
    },
    get bytesWritten() {
      return receiver.bytesWritten
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([receiver[Symbol.asyncDispose](), canary[Symbol.asyncDispose]()])
    },
  }
}

/** Resets each connection at its second request, as if the connection had been closed while idle. */
export const resetWhenReused = () => {
  const answeredSockets = new WeakSet<Socket>()
  return receive({
    answer(socket) {
      if (answeredSockets.has(socket)) return socket.resetAndDestroy()
      answeredSockets.add(socket)
      socket.write(http(200))
    },
  })
}

export const stallTls = () => receive({ scheme: 'https', connected: () => {} })

export const servePlainForTls = () =>
  receive({ scheme: 'https', connected: socket => socket.on('data', () => socket.end(http(400))) })

/** Responds with ten gigabytes, as fast as the client reads. */
export const endless = onRequest(socket => {
  socket.write(http(200, '', { 'content-length': '10000000000' }))
  writeEndlessly(socket, Buffer.alloc(65_536, 'a'))
})

/** 10 MiB of zeros, compressed to 10 KB. */
export const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024))
