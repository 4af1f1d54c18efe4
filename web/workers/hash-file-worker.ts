import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** The messages that it posts while it reads, and at the end. */
export type Hashing =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'done'; readonly digest: string }
  | { readonly kind: 'failed' }

// `crypto.subtle` needs the whole file and exists over https only; this holds 4 MiB of it.
const chunkBytes = 4 * 1024 * 1024

const say = (message: Hashing): void => postMessage(message)

addEventListener('message', async ({ data: file }: MessageEvent<Blob>) => {
  const hash = sha256.create()
  try {
    for (let at = 0; at < file.size; at += chunkBytes) {
      hash.update(new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer()))
      say({ kind: 'progress', bytes: Math.min(at + chunkBytes, file.size) })
    }
    say({ kind: 'done', digest: bytesToHex(hash.digest()) })
  } catch {
    say({ kind: 'failed' })
  }
})
