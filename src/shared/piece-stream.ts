import { Readable } from 'node:stream'
import { BufferPool } from '#lib/buffer-pool.ts'

/** Text, or bytes that may be in a buffer from `sendingBuffers`. */
export type Piece = string | Buffer

/** Each buffer fits the base64 of 192 KiB. The pool keeps up to 8 MiB for later responses. */
export const sendingBuffers = new BufferPool(256 * 1024, 32)

/**
 * Resolves when the system has accepted the piece, so that its memory can be reused. Never resolves if writing fails.
 */
const write = (destination: NodeJS.WritableStream, piece: Piece): Promise<void> =>
  new Promise(resolve => {
    const written = (error?: Error | null) => {
      if (error) return
      if (typeof piece !== 'string') sendingBuffers.release(piece)
      resolve()
    }
    if (typeof piece === 'string') destination.write(piece, 'utf8', written)
    else destination.write(piece, written)
  })

/**
 * A response body that consists of pieces. With `pipe`, one piece is sent while the next is created, and buffers return
 * to the pool; any other reader owns the pieces it reads.
 */
export class PieceStream extends Readable {
  readonly #pieces: AsyncIterator<Piece, void, void>
  readonly #close: () => void

  /** `close` is called once, at the end or earlier. */
  constructor(pieces: AsyncIterator<Piece, void, void>, close: () => void) {
    super({ objectMode: true, highWaterMark: 1 })
    this.#pieces = pieces
    this.#close = close
  }

  override _read(): void {
    this.#pieces.next().then(
      ({ value }) => this.push(value ?? null),
      error => this.destroy(error),
    )
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#close()
    done(error)
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    this.#send(destination).catch(error => this.destroy(error))
    return destination
  }

  async #send(destination: NodeJS.WritableStream): Promise<void> {
    let sent = Promise.resolve()
    for (;;) {
      const { value } = await this.#pieces.next()
      await sent
      if (this.destroyed) return
      if (value === undefined) break
      sent = write(destination, value)
    }
    destination.end()
    this.push(null)
    this.resume()
  }
}
