/** What a request of an identity provider was about; never a value that it sent. */
export interface ScimDetails {
  /** The user or group. */
  readonly target?: string
  /** Names of the attributes that differ now. */
  readonly changed?: readonly string[]
  /** Paths of what was sent and is not stored. */
  readonly ignored?: readonly string[]
  /** Why it failed, or what was kept otherwise than sent. */
  readonly detail?: string
}

export interface ScimRequest extends ScimDetails {
  readonly organizationId: string
  readonly tokenId: string
  readonly requestId: string
  readonly operation: string
  readonly status: number
  /** Milliseconds. */
  readonly at: number
}

/** Notes the requests of identity providers. Nothing waits for it: rows are written a second later, together. */
export interface ScimLog extends AsyncDisposable {
  /** Says what a request is about, before it is answered. */
  describe(requestId: string, details: ScimDetails): void
  /** Notes an answered request, with what was said of it. */
  record(request: ScimRequest): void
  /** Writes what has been noted. */
  flush(): Promise<void>
}
