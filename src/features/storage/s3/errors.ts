import { BlobStoreUnavailable } from '#lib/blob-store.ts'
import { forbiddenAddress, forbiddenPort } from '#lib/guarded/guard.ts'
import { type StoreCode, StoreProblem } from '#lib/object-store.ts'

/** The error code of a response that is larger than any expected one. */
export const responseTooLarge = 'ANSWER_TOO_LARGE'
/** The error code of a request that was aborted because it timed out. */
export const deadlinePassed = 'DEADLINE_PASSED'

/** Error codes of providers (those of Amazon S3; MinIO, Ceph and Swift add a few). */
const codesByName: Readonly<Record<string, StoreCode>> = {
  __proto__: null as never,
  NoSuchBucket: 'no_bucket',
  NoSuchKey: 'missing',
  NoSuchUpload: 'missing',
  NoSuchVersion: 'missing',
  NotFound: 'missing',
  AuthorizationHeaderMalformed: 'credential',
  ExpiredToken: 'credential',
  InvalidAccessKeyId: 'credential',
  InvalidToken: 'credential',
  SignatureDoesNotMatch: 'credential',
  UnrecognizedClientException: 'credential',
  AccessDenied: 'forbidden',
  AccountProblem: 'forbidden',
  AllAccessDisabled: 'forbidden',
  Forbidden: 'forbidden',
  RequestExpired: 'clock',
  RequestTimeTooSkewed: 'clock',
  RequestTimeout: 'slow',
  ServiceUnavailable: 'slow',
  SlowDown: 'slow',
  ThrottlingException: 'slow',
  TooManyRequests: 'slow',
  BadDigest: 'altered',
  IncompleteBody: 'altered',
  InvalidDigest: 'altered',
  InvalidPart: 'altered',
  InvalidRange: 'altered',
  XAmzContentChecksumMismatch: 'altered',
  XAmzContentSHA256Mismatch: 'altered',
  EDQUOT: 'full',
  ENOSPC: 'full',
  EROFS: 'full',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  [forbiddenAddress]: 'refused_address',
  [forbiddenPort]: 'refused_address',
  [responseTooLarge]: 'unsupported',
  [deadlinePassed]: 'slow',
  UND_ERR_CONNECT_TIMEOUT: 'unreachable',
  UND_ERR_HEADERS_TIMEOUT: 'slow',
  UND_ERR_BODY_TIMEOUT: 'slow',
  UND_ERR_CLOSED: 'unreachable',
  UND_ERR_DESTROYED: 'unreachable',
  UND_ERR_SOCKET: 'unreachable',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'altered',
  EPROTO: 'tls',
  ERROR_IN_CERT_NOT_AFTER_FIELD: 'tls',
  ERROR_IN_CERT_NOT_BEFORE_FIELD: 'tls',
  HOSTNAME_MISMATCH: 'tls',
  INVALID_CA: 'tls',
  INVALID_PURPOSE: 'tls',
  PATH_LENGTH_EXCEEDED: 'tls',
  PROXY_NO_ROUTE: 'unreachable',
  PROXY_REFUSED: 'unreachable',
  PROXY_UNREACHABLE: 'unreachable',
  EACCES: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ECONNABORTED: 'unreachable',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EINVAL: 'unreachable',
  ENETDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENODATA: 'unreachable',
  ENOTFOUND: 'unreachable',
  ENOENT: 'unreachable',
  EPERM: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
}

const codesByPrefix: readonly (readonly [string, StoreCode])[] = [
  ['EAI_', 'unreachable'],
  ['CERT_', 'tls'],
  ['CRL_', 'tls'],
  ['DEPTH_ZERO_', 'tls'],
  ['ERR_OSSL_', 'tls'],
  ['ERR_SSL_', 'tls'],
  ['ERR_TLS_', 'tls'],
  ['SELF_SIGNED_', 'tls'],
  ['UNABLE_TO_', 'tls'],
]

/** Codes for responses without a known error name, such as an empty response to HEAD, or one from a proxy. */
const codesByStatus: Readonly<Record<number, StoreCode>> = {
  401: 'credential',
  403: 'forbidden',
  404: 'missing',
  408: 'slow',
  429: 'slow',
  500: 'unreachable',
  502: 'unreachable',
  503: 'slow',
  504: 'unreachable',
  507: 'full',
}

const textAt = (error: object, field: string): string => {
  const value: unknown = Reflect.get(error, field)
  return typeof value === 'string' ? value : ''
}

const statusAt = (error: object, container: string, field: string): number => {
  const value: unknown = Reflect.get(Object(Reflect.get(error, container)), field)
  return typeof value === 'number' ? value : 0
}

const statusOf = (error: object): number =>
  statusAt(error, '$metadata', 'httpStatusCode') || statusAt(error, '$response', 'statusCode')

/** Whether the store itself rejected the request, rather than being overloaded or disconnected. */
export const isStoreRefusal = (error: unknown): boolean => {
  const status = statusOf(Object(error instanceof StoreProblem ? error.cause : error))
  return status >= 400 && status < 500 && codesByStatus[status] !== 'slow'
}

/**
 * Maps an error of the SDK, undici, a socket or the guard to a closed list of codes, regardless of the provider's
 * wording.
 */
export const storeCodeOf = (error: unknown): StoreCode => {
  if (!(error instanceof Error)) return 'unsupported'
  if (error instanceof StoreProblem) return error.code
  if (error instanceof BlobStoreUnavailable) return storeCodeOf(error.cause ?? new Error('no cause is known'))
  const names = [textAt(error, 'code'), textAt(error, 'Code'), error.name]
  const codes = names.map(name => codesByName[name] ?? codesByPrefix.find(([start]) => name.startsWith(start))?.[1])
  return codes.find(code => code !== undefined) ?? codesByStatus[statusOf(error)] ?? 'unsupported'
}

/** A refusal of the store, of which only the HTTP status is kept. */
class RefusedByStore extends Error {
  readonly $metadata: { readonly httpStatusCode: number }

  constructor(httpStatusCode: number) {
    super(`the store answered ${httpStatusCode}`)
    this.$metadata = { httpStatusCode }
  }
}

/**
 * Drops what a provider sent: the SDK copies its whole error into fields, even with names that the log trusts, such as
 * `syscall`.
 */
const stripResponse = (error: unknown): unknown =>
  error instanceof Error && '$fault' in error ? new RefusedByStore(statusOf(error)) : error

export const storeProblem = (error: unknown): StoreProblem =>
  error instanceof StoreProblem ? error : new StoreProblem(storeCodeOf(error), { cause: stripResponse(error) })
