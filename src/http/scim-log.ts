import type { Sentence } from '#lib/sentence.ts'

/** Details about a request from an identity provider, without the values that it sent. */
export interface ScimDetails {
  /** The user or group that the request is about. */
  readonly target?: string
  /** Names of the attributes that changed. */
  readonly changed?: readonly string[]
  /** Paths of attributes that were sent but not stored. */
  readonly ignored?: readonly string[]
  /** The reason for a failure, or how the stored value differs from the one sent. */
  readonly detail?: Sentence | string
}

export interface ScimRequest extends ScimDetails {
  readonly organizationId: string
  readonly tokenId: string
  readonly requestId: string
  readonly operation: string
  readonly status: number
  /** The time of the request in milliseconds. */
  readonly at: number
}

/** Records the requests of identity providers. Rows are written in batches a second later, so no request waits. */
export interface ScimLog extends AsyncDisposable {
  /** Adds details about a request before its response. */
  describe(requestId: string, details: ScimDetails): void
  /** Records a request after its response, with its details. */
  record(request: ScimRequest): void
  /** Writes the pending records. */
  flush(): Promise<void>
}

declare module './call.ts' {
  interface Capabilities {
    /** The log of requests from identity providers. */
    readonly scimLog: ScimLog
  }
}
