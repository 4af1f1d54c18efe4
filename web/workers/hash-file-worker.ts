import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** The worker's messages: its progress while it reads, and the outcome. */
export type HashMessage =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'done'; readonly digest: string }
  | { readonly kind: 'failed' }

// `crypto.subtle` needs the whole file in memory, and exists only over https. This worker reads 4 MiB at a time.
const chunkBytes = 4 * 1024 * 1024

const post = (message: HashMessage): void => postMessage(message)

addEventListener('message', async ({ data: file }: MessageEvent<Blob>) => {
  const hash = sha256.create()
  try {
    for (let offset = 0; offset < file.size; offset += chunkBytes) {
      hash.update(new Uint8Array(await file.slice(offset, offset + chunkBytes).arrayBuffer()))
      post({ kind: 'progress', bytes: Math.min(offset + chunkBytes, file.size) })
    }
    post({ kind: 'done', digest: bytesToHex(hash.digest()) })
  } catch {
    post({ kind: 'failed' })
  }
})
