import { randomFillSync } from 'node:crypto'

const poolBytes = 4096

/** Draws random bytes, 4 KiB from the system at once: 16 bytes drawn alone take 2.2 µs. Each byte is used once. */
export const createRandomPool = (): ((bytes: number) => Buffer) => {
  let pool = Buffer.alloc(0)
  return bytes => {
    // A new pool each time, so that the issued bytes stay unchanged.
    if (pool.length < bytes) pool = randomFillSync(Buffer.allocUnsafeSlow(Math.max(poolBytes, bytes)))
    const drawn = pool.subarray(0, bytes)
    pool = pool.subarray(bytes)
    return drawn
  }
}
