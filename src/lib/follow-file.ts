import { type Digest, openDigestSession, type Sum } from './digest-thread.ts'

export interface FollowedFile {
  /** Announces that at least this many bytes of the file can now be read. */
  upTo(position: number): void
  /** Reads the rest of the file. Rejects with the system's error. */
  end(): Promise<Sum>
  /** Stops reading. May also be called after the end. */
  close(): void
}

/** The number of new bytes per message to the other thread. A message per 256 KiB would cost more than it gains. */
const stepBytes = 1024 * 1024

/**
 * Reads a file on another thread while it is being written, and computes its `StreamMac` if a key is given, otherwise
 * its SHA-256.
 */
export const followFile = (path: string, macKey?: Uint8Array): FollowedFile => {
  const { promise, resolve, reject } = Promise.withResolvers<Sum>()
  promise.catch(() => {})
  const nothing = () => {}
  const session = openDigestSession(path, [], { opened: nothing, block: nothing, end: resolve, failed: reject }, macKey)
  let announced = 0
  return {
    upTo(position) {
      if (position - announced < stepBytes) return
      announced = position
      session.upTo(position)
    },
    end() {
      session.upTo(Number.POSITIVE_INFINITY)
      return promise
    },
    close: session.close,
  }
}

/** Hashes a whole file on another thread. */
export const digestOfFile = async (path: string): Promise<Digest> => {
  const { sum, byteSize } = await followFile(path).end()
  return { sha256: sum, byteSize }
}
