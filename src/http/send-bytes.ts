import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

// Larger answers are sent in pieces: their progress shows whether the client still reads.
const piece = 64 * 1024

const inPieces = (bytes: Buffer): Readable => {
  let at = 0
  return new Readable({
    highWaterMark: 1,
    read() {
      this.push(at < bytes.length ? bytes.subarray(at, at + piece) : null)
      at += piece
    },
  })
}

/** Sends a body that is produced while it is sent; HEAD gets its length, and nothing is produced. */
export const sendStream = (reply: FastifyReply, body: Readable, contentLength?: number): FastifyReply => {
  if (contentLength !== undefined) reply.header('content-length', contentLength)
  if (reply.request.method !== 'HEAD') return reply.send(body)
  body.destroy()
  return reply.send()
}

/** Sends bytes without copying them; the connection holds views of them at most. */
export const sendBytes = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  bytes.length > piece ? sendStream(reply, inPieces(bytes), bytes.length) : reply.send(bytes)

/** Sends JSON text as it is. */
export const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  text.length > piece ? sendBytes(reply, Buffer.from(text)) : reply.send(text)
