import type { Readable } from 'node:stream'

/** JSON text that is sent unchanged: stored public records, pages of records, and responses built from them. */
export class Rendered {
  readonly text: string
  /** Overrides the success status of the endpoint, such as 200 for a repeat. */
  readonly status: number | undefined
  /** The version of the record, if the response is a record. */
  readonly etag: string | undefined

  constructor(text: string, status?: number, etag?: string) {
    this.text = text
    this.status = status
    this.etag = etag
  }
}

/** The status and headers of a streamed response, unless it is a complete JSON body with status 200. */
interface Head {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A body that is produced while it is sent. If its length in bytes is known, the response states it; otherwise the body
 * is sent in chunks, the last of which is empty. Either way clients recognize a truncated body.
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
