import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

// Larger responses are sent in pieces of this size, so that their progress shows whether the client is still reading.
const pieceBytes = 64 * 1024

const inPieces = (bytes: Buffer): Readable => {
  let offset = 0
  return new Readable({
    highWaterMark: 1,
    read() {
      this.push(offset < bytes.length ? bytes.subarray(offset, offset + pieceBytes) : null)
      offset += pieceBytes
    },
  })
}

/** Sends a body that is produced while it is sent; for HEAD it sends only the length and produces nothing. */
export const sendStream = (reply: FastifyReply, body: Readable, contentLength?: number): FastifyReply => {
  if (contentLength !== undefined) reply.header('content-length', contentLength)
  if (reply.request.method !== 'HEAD') return reply.send(body)
  body.destroy()
  return reply.send()
}

/** Sends bytes without copying them; the connection holds only views of them. */
export const sendBytes = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  bytes.length > pieceBytes ? sendStream(reply, inPieces(bytes), bytes.length) : reply.send(bytes)

/** Sends JSON text unchanged. */
export const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  text.length > pieceBytes ? sendBytes(reply, Buffer.from(text)) : reply.send(text)
