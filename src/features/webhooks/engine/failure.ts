import { forbiddenAddress, forbiddenPort } from '#lib/guarded/guard.ts'
import type { Failure } from './exchange.ts'

/** Unexpected bytes instead of a response, such as an unrequested 100 or 101, or more than 16 interim responses. */
export const unexpectedResponse = 'UNEXPECTED_RESPONSE'

// The same codes as in undici.
/** The connection ended before or within a response. */
export const connectionEnded = 'UND_ERR_SOCKET'
/** The response is not valid HTTP/1. */
export const invalidResponse = 'HTTPParserError'
export const headersTooLarge = 'UND_ERR_HEADERS_OVERFLOW'
/** The sender was disposed of. */
export const senderDisposed = 'UND_ERR_DESTROYED'

const codes: Readonly<Record<string, Failure>> = {
  __proto__: null as never,
  [forbiddenAddress]: 'forbidden_address',
  [forbiddenPort]: 'forbidden_port',
  [unexpectedResponse]: 'invalid_http',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  [connectionEnded]: 'connection_reset',
  PROXY_NO_ROUTE: 'unreachable',
  PROXY_REFUSED: 'unreachable',
  PROXY_UNREACHABLE: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EHOSTDOWN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  EPERM: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EINVAL: 'unreachable',
  ENODATA: 'name_not_found',
  ENOTFOUND: 'name_not_found',
  EPROTO: 'tls',
  ERROR_IN_CERT_NOT_AFTER_FIELD: 'tls',
  ERROR_IN_CERT_NOT_BEFORE_FIELD: 'tls',
  HOSTNAME_MISMATCH: 'tls',
  INVALID_CA: 'tls',
  INVALID_PURPOSE: 'tls',
  PATH_LENGTH_EXCEEDED: 'tls',
  [invalidResponse]: 'invalid_http',
  [headersTooLarge]: 'invalid_http',
}

const prefixes: readonly (readonly [string, Failure])[] = [
  ['EAI_', 'name_not_found'],
  ['CERT_', 'tls'],
  ['CRL_', 'tls'],
  ['DEPTH_ZERO_', 'tls'],
  ['ERR_OSSL_', 'tls'],
  ['ERR_SSL_', 'tls'],
  ['ERR_TLS_', 'tls'],
  ['SELF_SIGNED_', 'tls'],
  ['UNABLE_TO_', 'tls'],
]

/** Returns the reason why a request got no status, from an error code of Node, OpenSSL or this client. */
export const failureOf = (code: string): Failure =>
  codes[code] ?? prefixes.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'internal'

/** Returns the most specific code of an error from a socket, a proxy or a lookup. */
export const connectionErrorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return 'UNKNOWN'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
