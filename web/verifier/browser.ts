/** The verifier's primitives in a browser, and a selected file as its source. */
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { crc32 } from '#client/import/crc32.ts'
import type { Primitives, Source } from '#client/verify/primitives.ts'

/**
 * WebCrypto is ten times as fast as JavaScript, but needs all bytes at once. Larger files are hashed as a stream, so
 * that they are not held in memory.
 */
const maxWholeBytes = 128 << 20

const wholeDigest = (size: number) => {
  const bytes = new Uint8Array(size)
  let offset = 0
  return {
    update(piece: Uint8Array) {
      bytes.set(piece, offset)
      offset += piece.length
    },
    digest: async () => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  }
}

const streamedDigest = () => {
  const hash = sha256.create()
  return { update: (piece: Uint8Array) => void hash.update(piece), digest: async () => hash.digest() }
}

export const browserPrimitives: Primitives = {
  // A tree needs many small hashes, and WebCrypto computes at most 32,000 per second.
  sha256: data => sha256(typeof data === 'string' ? utf8ToBytes(data) : data),
  digest(size) {
    const sha = size > maxWholeBytes ? streamedDigest() : wholeDigest(size)
    let crc = 0
    return {
      update(piece) {
        sha.update(piece)
        crc = crc32(piece, crc)
      },
      end: async () => ({ sha256: await sha.digest(), crc32: crc }),
    }
  },
  async ed25519(raw, message, signature) {
    const [keyBytes, messageBytes, signatureBytes] = [raw, message, signature].map(bytes => new Uint8Array(bytes)) as [
      Uint8Array<ArrayBuffer>,
      Uint8Array<ArrayBuffer>,
      Uint8Array<ArrayBuffer>,
    ]
    try {
      const imported = await crypto.subtle.importKey('raw', keyBytes, 'Ed25519', false, ['verify'])
      return await crypto.subtle.verify('Ed25519', imported, signatureBytes, messageBytes)
    } catch {
      return false
    }
  },
}

/** Whether this browser, at this address, can verify Ed25519 (RFC 8032, test 1). */
export const canVerify = async (): Promise<boolean> => {
  const key = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
  const signature =
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b'
  const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
  return browserPrimitives.ed25519(bytes(key), new Uint8Array(), bytes(signature))
}

export const blobSource = (blob: Blob): Source => ({
  size: blob.size,
  async read(offset, length) {
    const bytes = new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer())
    if (bytes.length !== length) throw new Error('The file became shorter.')
    return bytes
  },
})
