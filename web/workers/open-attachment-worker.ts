import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** An attachment as it was read, with the digest of exactly those bytes. */
export interface Opened {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** SHA-256, hexadecimal. */
  readonly digest: string
  /** Whether the server allows it to be shown inside a page. */
  readonly inlinePreviewAllowed: boolean
  /** Of a policy: shows that all of it was read. */
  readonly receipt?: string | undefined
}

export type Opening =
  | { readonly kind: 'opened'; readonly opened: Opened }
  /** The envelope of the server's refusal, or the message of a broken call. */
  | { readonly kind: 'refused'; readonly envelope: unknown }
  | { readonly kind: 'broken' }

interface Answer {
  readonly content: {
    readonly dataBase64: string
    readonly inlinePreviewAllowed: boolean
    readonly receipt?: string
  }
}

const decode = (base64: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i)
  return bytes
}

const open = async (path: string): Promise<Opening> => {
  const response = await fetch(path, { headers: { accept: 'application/json' } })
  if (!response.ok) return { kind: 'refused', envelope: await response.json() }
  const { content }: Answer = await response.json()
  const bytes = decode(content.dataBase64)
  const { inlinePreviewAllowed, receipt } = content
  return { kind: 'opened', opened: { bytes, digest: bytesToHex(sha256(bytes)), inlinePreviewAllowed, receipt } }
}

addEventListener('message', async ({ data: path }: MessageEvent<string>) => {
  const answer = await open(path).catch((): Opening => ({ kind: 'broken' }))
  postMessage(answer, { transfer: answer.kind === 'opened' ? [answer.opened.bytes.buffer] : [] })
})
