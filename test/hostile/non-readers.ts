import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Clients that send requests but never read the responses. */
export interface NonReaders extends AsyncDisposable {
  readonly sockets: readonly Socket[]
  /** Returns the number of connections that the server has not closed. */
  open(): number
}

/** Opens `number` connections. Each sends `bytes` at once and then reads nothing. */
export const openNonReaders = async (url: string, number: number, bytes: string): Promise<NonReaders> => {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  while (sockets.length < number) {
    const batch = Array.from({ length: Math.min(100, number - sockets.length) }, () => {
      const socket = connect({ port: Number(port), host: hostname, noDelay: true })
      // The server closes the connection with a reset.
      socket.on('error', () => undefined)
      // A paused socket still notices that its connection was closed. The bytes received before that stay in the
      // kernel.
      return socket.pause()
    })
    await Promise.all(batch.map(socket => Promise.race([once(socket, 'connect'), once(socket, 'close')])))
    for (const socket of batch) socket.write(bytes)
    sockets.push(...batch)
  }
  return {
    sockets,
    open: () => sockets.filter(socket => !socket.destroyed).length,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

export const scriptRequest = (coding = 'identity') =>
  `GET /docs/js/scalar.js HTTP/1.1\r\nHost: p\r\nAccept-Encoding: ${coding}\r\n\r\n`
