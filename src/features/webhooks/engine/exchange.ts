/** The reasons for failed attempts, each with a sentence for people. */
export const failures = Object.freeze({
  status: 'The receiver answered with a status other than 2xx.',
  redirect: 'The receiver answered with a redirect; redirects are not followed.',
  timeout: 'The receiver did not answer within 10 seconds.',
  connection_refused: 'The receiver refused the connection.',
  connection_reset: 'The connection was closed or reset before a response.',
  unreachable: 'The address of the receiver cannot be reached.',
  name_not_found: 'The name of the receiver has no address.',
  forbidden_address: 'The address of the receiver is not public, and this install does not allow it.',
  forbidden_port: 'The port of the receiver belongs to a service that is not a web server; nothing is sent there.',
  tls: 'No trusted TLS connection: the certificate is expired, unknown or for another name.',
  invalid_http: 'The answer is not valid HTTP.',
  secret_unreadable: 'The signing secret cannot be opened; rotate it.',
  event_missing: 'The event is no longer stored.',
  scope_taken_away:
    'Not sent: the creator of the webhook, or the account that set its address, lacks the scope to read events of this type.',
  internal: 'The attempt could not be made.',
} as const)

export type Failure = keyof typeof failures

/**
 * Whether the delivery was withheld because sending it is not allowed. Such a failure does not count against the
 * receiver, and no attempt follows.
 */
export const isWithheld = (failure: Failure): boolean => failure === 'scope_taken_away'

/** The result of one attempt, without the request. */
export interface Exchange {
  /** The status line, if it arrived within the deadline; otherwise null. */
  readonly status: number | null
  /** Undefined if the attempt succeeded: any 2xx status line within 10 s of the start. */
  readonly failure?: Failure | undefined
  /** An error code, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  readonly code?: string | undefined
  /** Response headers. Names are in lower case; repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>
  /** The first 16 KiB of the body. */
  readonly body: Buffer
  /** Whether the body was longer or incomplete. */
  readonly truncated: boolean
  /** Duration in milliseconds. */
  readonly ms: number
}

export interface Outgoing {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Sends one request. Never throws, and always returns within little more than 10 s. */
export interface Sender extends AsyncDisposable {
  send(request: Outgoing): Promise<Exchange>
}
