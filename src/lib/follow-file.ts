import { type Digest, openDigestSession } from './digest-thread.ts'

export interface FollowedFile {
  /** Announces that the file has at least this many bytes, which can be read now. */
  upTo(position: number): void
  /** Reads what is left and returns the digest of the whole file. Rejects with the system's error. */
  digest(): Promise<Digest>
  /** Stops reading; no error when it has ended. */
  close(): void
}

/** One message to the other thread for each batch of 256 KiB would cost more than it gains. */
const stepBytes = 1024 * 1024

/** Reads and hashes a file on another thread while it is being written. */
export const followFile = (path: string): FollowedFile => {
  const { promise, resolve, reject } = Promise.withResolvers<Digest>()
  promise.catch(() => {})
  const nothing = () => {}
  const session = openDigestSession(path, [], { opened: nothing, block: nothing, digest: resolve, failed: reject })
  let announced = 0
  return {
    upTo(position) {
      if (position - announced < stepBytes) return
      announced = position
      session.upTo(position)
    },
    digest() {
      session.upTo(Number.POSITIVE_INFINITY)
      return promise
    },
    close: session.close,
  }
}
