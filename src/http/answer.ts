import type { Readable } from 'node:stream'

/** JSON text that is sent unchanged: stored public records, pages of them, and answers built from them. */
export class Rendered {
  readonly text: string
  /** Overrides the success status of the endpoint, such as 200 for a repeat. */
  readonly status: number | undefined
  /** The version of the record, if the answer is one. */
  readonly etag: string | undefined

  constructor(text: string, status?: number, etag?: string) {
    this.text = text
    this.status = status
    this.etag = etag
  }
}

/** The head of a stream's answer, unless it is the whole of a JSON body. */
interface Head {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A body that is produced while it is sent. If its length in bytes is known, the answer states it; otherwise it is sent
 * in chunks, the last of which is empty. Either way clients recognise a truncated body.
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
