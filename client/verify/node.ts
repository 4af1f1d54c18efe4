/** Provides the primitives of Node 20 and newer, and files as sources. */
import { createHash, createPublicKey, hash, verify } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { Primitives, Source } from './primitives.ts'
import { EndsEarly } from './window.ts'

/**
 * Limits the memory of a process that only verifies bundles, to 73 MiB for 10,000 records (50 of them for Node itself).
 * With only the first two flags, it takes 81 to 85 MiB; without any, 174. Without `--optimize-for-size`, V8 lets its
 * heap grow by 8 MiB between collections. The code of its largest compiler is 5 MiB, and the checks are as fast without
 * it.
 */
export const limitMemory = (): void => {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=30')
  setFlagsFromString('--optimize-for-size')
  setFlagsFromString('--no-turbofan')
}

/** The prefix of a 32-byte key in a SubjectPublicKeyInfo (RFC 8410). */
const spki = Buffer.from('302a300506032b6570032100', 'hex')

export const nodePrimitives: Primitives = {
  sha256: data => hash('sha256', data, 'buffer'),
  digest: () => {
    const sha256 = createHash('sha256')
    let crc = 0
    return {
      update(piece) {
        sha256.update(piece)
        crc = crc32(piece, crc)
      },
      end: async () => ({ sha256: sha256.digest(), crc32: crc }),
    }
  },
  ed25519: async (key, message, signature) => {
    try {
      const publicKey = createPublicKey({ key: Buffer.concat([spki, key]), format: 'der', type: 'spki' })
      return verify(null, message, publicKey, signature)
    } catch {
      return false
    }
  },
}

/** Opens a file. Reads are synchronous, because the process does nothing else. */
export const openFile = (path: string): Source & Disposable => {
  const descriptor = openSync(path, 'r')
  const { size } = fstatSync(descriptor)
  return {
    size,
    async read(offset, length, target) {
      const bytes = target?.subarray(0, length) ?? new Uint8Array(length)
      for (let done = 0; done < length; ) {
        const count = readSync(descriptor, bytes, done, length - done, offset + done)
        if (count === 0) throw new EndsEarly()
        done += count
      }
      return bytes
    },
    [Symbol.dispose]: () => closeSync(descriptor),
  }
}
