import type { Readable } from 'node:stream'

/** JSON text that is sent unchanged: stored public records, pages of them, and answers built from them. */
export class Rendered {
  readonly text: string
  /** Overrides the success status of the endpoint, such as 200 for a repeat. */
  readonly status: number | undefined
  /** The version of the record that it is. */
  readonly etag: string | undefined

  constructor(text: string, status?: number, etag?: string) {
    this.text = text
    this.status = status
    this.etag = etag
  }
}

/** How a stream is answered, where it is not the whole of a JSON body. */
interface Head {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A body that is produced while it is sent. Where its length in bytes is known, it is said; otherwise it is sent in
 * chunks, of which the last is empty. Either way a truncated body is recognised.
 */
export class Streamed {
  readonly contentLength: number | undefined
  readonly body: Readable
  readonly head: Head

  constructor(contentLength: number | undefined, body: Readable, head: Head = {}) {
    this.contentLength = contentLength
    this.body = body
    this.head = head
  }
}
