import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Certificate, type Certificates, certificates } from './certificates.ts'
import type { Names } from './names.ts'
import { http, type Receiver, receive } from './receiver.ts'

/** The only address that receiver tests allow. */
export const allowed = '127.0.0.1'

/** Another loopback address, which is not allowed: no request may ever arrive here. */
export const internal = '127.0.0.2'

export const answering = (answer: (socket: Socket, n: number) => void) => (): Promise<Receiver> => receive({ answer })

export const saying = (...texts: readonly (string | Buffer)[]) =>
  answering((socket, n) => socket.write(texts[Math.min(n, texts.length) - 1] ?? ''))

export const secured = (choose: (all: Certificates) => Certificate) => async () =>
  receive({ certificate: choose(await certificates()) })

/** A name that resolves correctly in the first lookup, when its URL is entered, and then like this. */
export const named =
  (name: string, resolution: Parameters<Names['set']>[1], host = allowed) =>
  async (names: Names) => {
    names.set(name, n => (n === 1 ? [allowed] : resolution(n)))
    return receive({ name, host })
  }

export const later = (socket: Socket, ms: number, text: string) => {
  const timer = setTimeout(() => socket.write(text), ms)
  socket.on('close', () => clearTimeout(timer))
}

export const drip = (socket: Socket, text: string, ms: number) => {
  let sent = 0
  const timer = setInterval(() => socket.write(text[sent++ % text.length] ?? ''), ms)
  socket.on('close', () => clearInterval(timer))
}

export const pour = (socket: Socket, chunk: Buffer) => {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
}

/** Port 1 (tcpmux), where nothing listens. The port of a closed listener could be assigned again. */
export const closedPort = async (): Promise<Receiver> => ({
  url: `http://${allowed}:1/hook`,
  connections: 0,
  requests: [],
  bytesWritten: 0,
  [Symbol.asyncDispose]: async () => {},
})

/** Counts the connections to both the receiver and its redirect target. */
export const redirectInside = async (): Promise<Receiver> => {
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

/** Resets each connection at its second request, as if it had closed while idle. */
export const resetWhenReused = () => {
  const answered = new WeakSet<Socket>()
  return receive({
    answer(socket) {
      if (answered.has(socket)) return socket.resetAndDestroy()
      answered.add(socket)
      socket.write(http(200))
    },
  })
}

export const stalledTls = () => receive({ scheme: 'https', connected: () => {} })

export const plainForTls = () =>
  receive({ scheme: 'https', connected: socket => socket.on('data', () => socket.end(http(400))) })

/** Ten gigabytes, as fast as the client reads. */
export const endless = answering(socket => {
  socket.write(http(200, '', { 'content-length': '10000000000' }))
  pour(socket, Buffer.alloc(65_536, 'a'))
})

/** 10 MiB of zeros in 10 KB. */
export const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024))
