import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A scanner that speaks clamd's protocol on a port of this machine. A test sets its responses. */
export interface Scanner extends AsyncDisposable {
  /** The value for PROBATA_MALWARE_SCANNER. */
  readonly address: string
  /** The response for a file. `hang` sends nothing, `away` closes the connection. */
  reply: string | 'hang' | 'away'
  /** The files that have arrived completely. */
  readonly files: Buffer[]
}

const command = 'zINSTREAM\0'

/**
 * Returns the received file once it is complete. It arrives in chunks, each after its size, and ends with an empty
 * chunk.
 */
const fileIn = (received: Buffer): Buffer | undefined => {
  const pieces: Buffer[] = []
  for (let offset = command.length; offset + 4 <= received.length; ) {
    const size = received.readUInt32BE(offset)
    if (size === 0) return Buffer.concat(pieces)
    pieces.push(received.subarray(offset + 4, offset + 4 + size))
    offset += 4 + size
  }
  return undefined
}

export const startScanner = async (): Promise<Scanner> => {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let received = Buffer.alloc(0)
    socket.on('data', (bytes: Buffer) => {
      if (scanner.reply === 'away') return socket.destroy()
      received = Buffer.concat([received, bytes])
      if (received.toString('latin1') === 'zVERSION\0') return socket.end('a test scanner\0')
      const file = fileIn(received)
      if (!file) return
      scanner.files.push(file)
      if (scanner.reply !== 'hang') socket.end(`${scanner.reply}\0`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const scanner: Scanner = {
    address: `clamd://127.0.0.1:${port}`,
    reply: 'stream: OK',
    files: [],
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return scanner
}
