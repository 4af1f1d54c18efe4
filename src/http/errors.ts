import { type Sentence, sentence } from '#lib/sentence.ts'
import type { Actor } from './access.ts'

/**
 * The closed list of error identifiers (interface section 7.2), each with its status, and its meaning and an example in
 * the documents.
 */
export const errors = Object.freeze({
  __proto__: null,
  invalid_request: { status: 400, meaning: 'The body or the query failed validation.', example: 'request.malformed' },
  invalid_cursor: {
    status: 400,
    meaning: 'The cursor expired or was used with a different filter set.',
    example: 'request.cursor',
  },
  unsupported_grant_type: {
    status: 400,
    meaning: 'Only client_credentials is granted (RFC 6749 section 5.2).',
    example: 'token.grant_type',
  },
  invalid_scope: {
    status: 400,
    meaning: 'A requested scope is unknown or not held (RFC 6749 section 5.2).',
    example: 'token.scope_not_held',
  },
  invalid_client: {
    status: 401,
    meaning: 'Client authentication failed (RFC 6749 section 5.2).',
    example: 'token.unknown_client',
  },
  unauthorized: {
    status: 401,
    meaning: 'No valid credentials, or the token is invalid or expired.',
    example: 'session.required',
  },
  forbidden_scope: {
    status: 403,
    meaning: 'The token lacks the scope that the message names.',
    example: 'token.scope_not_held',
  },
  forbidden_resource: {
    status: 403,
    meaning: 'The workspace forbids the action, or the account is disabled.',
    example: 'access.whole_workspace_required',
  },
  not_found: {
    status: 404,
    meaning: 'The resource is absent or not visible to the caller.',
    example: 'request.no_such_endpoint',
  },
  method_not_allowed: {
    status: 405,
    error: 'invalid_request',
    meaning: 'The address supports other methods, which Allow lists.',
    example: 'request.no_such_endpoint',
  },
  conflict: { status: 409, meaning: 'The unique key is taken in this workspace.', example: 'person.address_taken' },
  idempotency_mismatch: {
    status: 409,
    meaning: 'The idempotency key was used for a different request.',
    example: 'request.idempotency_key_used',
  },
  gone: {
    status: 410,
    meaning: 'The endpoint was sunset; the Link header names its successor.',
    example: 'link.expired',
  },
  precondition_failed: {
    status: 412,
    meaning: 'The record has changed since the version that If-Match names.',
    example: 'record.changed',
  },
  payload_too_large: {
    status: 413,
    error: 'invalid_request',
    meaning: 'The body is larger than the limit.',
    example: 'request.body_too_large',
  },
  unsupported_media_type: {
    status: 415,
    error: 'invalid_request',
    meaning: 'The media type is not the expected one.',
    example: 'request.media_type',
  },
  range_not_satisfiable: {
    status: 416,
    error: 'invalid_request',
    meaning: 'The requested range is outside the content.',
    example: 'request.malformed',
  },
  unprocessable: {
    status: 422,
    meaning: 'Well-formed, but not possible in the present state.',
    example: 'claim.changed',
  },
  rate_limited: {
    status: 429,
    meaning: 'A rate limit is exhausted; wait for Retry-After seconds.',
    example: 'request.rate_limited',
  },
  internal_error: { status: 500, meaning: 'The server failed.', example: 'server.failed' },
  unavailable: {
    status: 503,
    error: 'internal_error',
    meaning: 'Cannot serve now; try again after Retry-After seconds.',
    example: 'storage.unavailable',
  },
} as const satisfies Record<string, ErrorKind> | { __proto__: null })

/** The default identifier of a status: the first one in the list. */
export const idOfStatus = (status: number): string | undefined =>
  Object.entries(errors).find(([, kind]) => kind?.status === status)?.[0]

interface ErrorKind {
  readonly status: number
  /** The identifier in the envelope, if it differs from the name of the row. */
  readonly error?: string
  readonly meaning: string
  /** The code of a sentence without values that can be its message, for the documents. */
  readonly example: string
}

export type ErrorId = Exclude<keyof typeof errors, '__proto__'>

/** One validation error: `path` leads to the field (interface section 7.1). */
export interface Issue {
  readonly path: readonly (string | number)[]
  /** A text that follows the name of the field, such as `is required`. */
  readonly problem: Sentence
}

/** An account that a refusal concerns. */
export interface ConcernedAccount {
  readonly by: Actor
  readonly why?: string
  readonly resourceId?: string
}

interface Detail {
  readonly issues?: readonly Issue[]
  readonly headers?: Readonly<Record<string, string>>
  /** Fields in addition to `error`, `message` and `requestId`, such as `requiredScope`. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** For the audit trail: the accounts that the refusal concerns, if the caller is not identified yet. */
  readonly about?: readonly ConcernedAccount[]
  /** For metrics, with `unavailable`: the failed part, and its SQLSTATE or system error code. */
  readonly cause?: { readonly name: string; readonly code: string }
  /** For the log: the original error. */
  readonly error?: unknown
}

interface Envelope {
  /** Whether to add codes and values to sentences: only on surfaces for people, because v1 allows no further fields. */
  readonly coded: boolean
  readonly extraFields?: Readonly<Record<string, string>>
}

const codesOf = ({ code, values }: Sentence, coded: boolean) => (coded ? { code, values } : {})

/** An error to show the caller. Any code can throw one; the pipeline translates it to HTTP in one place. */
export class Refusal extends Error {
  readonly id: ErrorId
  readonly sentence: Sentence
  readonly detail: Detail

  constructor(id: ErrorId, sentence: Sentence, detail: Detail = {}) {
    super(sentence.text, { cause: detail.error })
    this.name = 'Refusal'
    this.id = id
    this.sentence = sentence
    this.detail = detail
  }

  get status(): number {
    return errors[this.id].status
  }

  /** Returns the error envelope (interface section 7.1) as JSON text. */
  envelope(requestId: string, { coded, extraFields }: Envelope): string {
    const kind: ErrorKind = errors[this.id]
    const { issues, extra } = this.detail
    return JSON.stringify({
      error: kind.error ?? this.id,
      message: this.message,
      ...codesOf(this.sentence, coded),
      ...extraFields,
      ...extra,
      issues: issues?.map(({ path, problem }) => ({ path, message: problem.text, ...codesOf(problem, coded) })),
      requestId,
    })
  }
}

/** A 400 that lists all invalid fields and names the first one in its message. */
export const invalidFields = (issues: readonly [Issue, ...Issue[]]): Refusal => {
  const [{ path, problem }] = issues
  const field = path.join('.') || 'The request'
  return new Refusal('invalid_request', sentence`request.invalid_field: ${{ field }} ${{ problem: problem.text }}`, {
    issues,
  })
}

/** A 400 that names one field. */
export const invalid = (path: Issue['path'], problem: Sentence): Refusal => invalidFields([{ path, problem }])

export const noSuchRecord = (record: string): Sentence => sentence`record.not_found: There is no such ${{ record }}.`

/** The refusal for an id that is unknown or belongs to another workspace: both get the same response. */
export const notFound = (label: string): Refusal => new Refusal('not_found', noSuchRecord(label))

/** Returns the first row of a lookup or lock by id. Throws a 404 if no row exists. */
export const firstOrNotFound = <Row>([row]: readonly Row[], label: string): Row => {
  if (row === undefined) throw notFound(label)
  return row
}
