import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type TlsOptions } from 'node:tls'

/** Splits bytes into messages by the octet count of each frame (RFC 5425 section 4.3). */
const messagesOf = (bytes: Buffer): string[] => {
  const messages: string[] = []
  for (let offset = 0; offset < bytes.length; ) {
    const space = bytes.indexOf(' ', offset)
    const length = Number(bytes.toString('ascii', offset, space))
    assert.ok(Number.isInteger(length) && length > 0, bytes.toString('utf8', offset, offset + 20))
    messages.push(bytes.toString('utf8', space + 1, space + 1 + length))
    offset = space + 1 + length
  }
  return messages
}

/** A syslog receiver over TLS on loopback. */
export interface SyslogReceiver extends AsyncDisposable {
  readonly port: number
  readonly connections: () => number
  /** Returns the messages of connections that were closed properly. */
  readonly messages: () => string[]
}

/**
 * Starts the receiver. With `breaksConnections`, it destroys each connection when the first data arrives, instead of
 * recording messages.
 */
export const startSyslog = async (
  options: TlsOptions,
  port = 0,
  breaksConnections = false,
): Promise<SyslogReceiver> => {
  const receivedChunks: Buffer[] = []
  let connections = 0
  const server = createServer(options, socket => {
    connections++
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => (breaksConnections ? socket.destroy() : chunks.push(chunk)))
    socket.on('end', () => receivedChunks.push(Buffer.concat(chunks)))
    socket.on('error', () => undefined)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    messages: () => receivedChunks.flatMap(messagesOf),
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}

export const jsonOf = (message: string) => JSON.parse(message.slice(message.indexOf('{')))
export const idsOf = (messages: readonly string[]): string[] => messages.map(message => jsonOf(message).id)
