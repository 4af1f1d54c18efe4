import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { ReadClauses } from '#client/import/clauses.ts'
import { readClauses } from '#client/import/read.ts'
import { UnreadableFile } from '#client/import/unreadable-file.ts'

/** What it says at the end. */
export type Reading =
  | { readonly kind: 'done'; readonly read: ReadClauses; readonly digest: string }
  | { readonly kind: 'failed'; readonly why: string }

const say = (message: Reading): void => postMessage(message)

addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    say({ kind: 'done', read: readClauses(file.name, text), digest: bytesToHex(sha256(bytes)) })
  } catch (error) {
    const why = error instanceof TypeError ? 'It is no text in UTF-8.' : ''
    say({ kind: 'failed', why: error instanceof UnreadableFile ? error.message : why })
  }
})
