import { isMutation, type Operation, takesKey } from '#http/operation.ts'
import type { Schema } from './schemas.ts'

const header = (description: string, schema: Schema): Schema => ({ description, schema })
const text = { type: 'string' }
const count = { type: 'integer', minimum: 0 }

const headers = {
  'X-Request-Id': header('Identifies the request in logs and in the audit trail.', {
    ...text,
    pattern: '^req_[0-9A-Z]{26}$',
  }),
  'X-RateLimit-Limit': header('Limit of the bucket nearest to exhaustion.', count),
  'X-RateLimit-Remaining': header('Requests left in the window.', count),
  'X-RateLimit-Reset': header('Unix time in seconds at which the bucket refills.', count),
  'X-RateLimit-Bucket': header('Name of that bucket.', {
    ...text,
    enum: ['token-read', 'token-write', 'org', 'token-issuance'],
  }),
  RateLimit: header('The same bucket, in the format of draft-ietf-httpapi-ratelimit-headers-10.', text),
  'RateLimit-Policy': header('Quota and window of the bucket, in the same format.', text),
  'Retry-After': header('Seconds to wait before the next attempt.', { type: 'integer', minimum: 1 }),
  'Idempotency-Replayed': header(
    '`true` if this is the stored response of an earlier call with the same Idempotency-Key.',
    {
      ...text,
      enum: ['true'],
    },
  ),
  ETag: header('The version of the record; send it as If-Match with a change (RFC 9110 section 8.8.3).', text),
  'WWW-Authenticate': header('The challenge (RFC 6750 section 3, RFC 7617).', text),
  Deprecation: header('When the endpoint was deprecated: `@` and Unix seconds (RFC 9745).', text),
  Sunset: header('The earliest time at which the endpoint may stop working (RFC 8594).', text),
  Link: header('The endpoint that replaces this one, `rel="successor-version"`.', text),
  'Cache-Control': header('`no-store`: tokens are never cached (RFC 6749 section 5.1).', text),
} as const

type HeaderName = keyof typeof headers

const limitHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Bucket',
  'RateLimit',
  'RateLimit-Policy',
] as const satisfies readonly HeaderName[]

type Rule = readonly [(operation: Operation, status: number) => boolean, readonly HeaderName[]]

const isLimited = ({ access, endpoint }: Operation) => access !== 'public' || endpoint.oauth === true
// The statuses of refusals after validation and authorization that are stored for repeats (interface section 7.3).
const replayedStatuses: ReadonlySet<number> = new Set([400, 404, 409, 422])

const rules: readonly Rule[] = [
  [() => true, ['X-Request-Id']],
  [(operation, status) => isLimited(operation) && (status !== 401 || operation.endpoint.oauth === true), limitHeaders],
  [
    (operation, status) => takesKey(operation) && (status < 400 || replayedStatuses.has(status)),
    ['Idempotency-Replayed'],
  ],
  [({ endpoint }, status) => endpoint.version !== undefined && status === 200, ['ETag']],
  [(_, status) => status === 412, ['ETag']],
  [(_, status) => status === 429 || status === 503, ['Retry-After']],
  [({ surface }, status) => surface === 'v1' && status === 401, ['WWW-Authenticate']],
  [({ access }, status) => typeof access === 'object' && 'scope' in access && status === 403, ['WWW-Authenticate']],
  [(_, status) => status === 410, ['Link']],
  [({ endpoint }) => endpoint.deprecated !== undefined, ['Deprecation', 'Sunset', 'Link']],
  [operation => isMutation(operation) && operation.endpoint.oauth === true, ['Cache-Control']],
]

/** The names of the headers that a response with this status may carry. */
export const headersOf = (operation: Operation, status: number): HeaderName[] => [
  ...new Set(rules.flatMap(([applies, names]) => (applies(operation, status) ? names : []))),
]

/** References to these headers in `components/headers`. */
export const headerReferences = (operation: Operation, status: number): Schema =>
  Object.fromEntries(headersOf(operation, status).map(name => [name, { $ref: `#/components/headers/${name}` }]))

/** `components/headers`: only the headers in `used`. */
export const headerComponents = (used: ReadonlySet<string>): Record<string, Schema> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => used.has(name)))
