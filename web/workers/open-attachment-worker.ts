import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** The bytes of a file, with their digest. */
export interface FileContent {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** SHA-256, hexadecimal. */
  readonly digest: string
  /** Whether the server allows a preview inside a page. */
  readonly inlinePreviewAllowed: boolean
  /** The receipt that proves that the whole file was read; only for a policy. */
  readonly receipt?: string | undefined
}

/** The worker's message. */
export type OpenMessage =
  | { readonly kind: 'opened'; readonly content: FileContent }
  /** The envelope of the server's error. */
  | { readonly kind: 'rejected'; readonly envelope: unknown }
  | { readonly kind: 'broken' }

interface FileResponse {
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

const open = async (path: string): Promise<OpenMessage> => {
  const response = await fetch(path, { headers: { accept: 'application/json' } })
  if (!response.ok) return { kind: 'rejected', envelope: await response.json() }
  const { content }: FileResponse = await response.json()
  const bytes = decode(content.dataBase64)
  const { inlinePreviewAllowed, receipt } = content
  return { kind: 'opened', content: { bytes, digest: bytesToHex(sha256(bytes)), inlinePreviewAllowed, receipt } }
}

addEventListener('message', async ({ data: path }: MessageEvent<string>) => {
  const message = await open(path).catch((): OpenMessage => ({ kind: 'broken' }))
  postMessage(message, { transfer: message.kind === 'opened' ? [message.content.bytes.buffer] : [] })
})
