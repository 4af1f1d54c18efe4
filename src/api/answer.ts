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

/** A JSON body that is produced while it is sent. Its length in bytes is known, so a truncated body is recognised. */
export class Streamed {
  readonly contentLength: number
  readonly body: Readable

  constructor(contentLength: number, body: Readable) {
    this.contentLength = contentLength
    this.body = body
  }
}
