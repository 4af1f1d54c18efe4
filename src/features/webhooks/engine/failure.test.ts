import assert from 'node:assert/strict'
import test from 'node:test'
import type { Failure } from './exchange.ts'
import { connectionErrorCode, failureOf } from './failure.ts'

const codes = {
  connection_refused: 'ECONNREFUSED',
  connection_reset: 'ECONNRESET ECONNABORTED EPIPE UND_ERR_SOCKET',
  unreachable: 'EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN EADDRNOTAVAIL ETIMEDOUT EACCES EPERM',
  name_not_found: 'ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA ENODATA',
  forbidden_address: 'FORBIDDEN_ADDRESS',
  forbidden_port: 'FORBIDDEN_PORT',
  tls: [
    'CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_UNTRUSTED CERT_SIGNATURE_FAILURE CERT_CHAIN_TOO_LONG',
    'DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT_LOCALLY INVALID_CA EPROTO',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_WRONG_VERSION_NUMBER HOSTNAME_MISMATCH',
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION ERR_OSSL_EVP_UNSUPPORTED CRL_HAS_EXPIRED ERROR_IN_CERT_NOT_AFTER_FIELD',
  ].join(' '),
  invalid_http: 'HTTPParserError UND_ERR_HEADERS_OVERFLOW UNEXPECTED_RESPONSE',
  internal: 'UND_ERR_DESTROYED EMFILE ENFILE TypeError constructor __proto__',
} satisfies Partial<Record<Failure, string>>

for (const [failure, list] of Object.entries(codes)) {
  test(`codes that mean ${failure}`, () => {
    for (const code of list.split(' ')) assert.equal(failureOf(code), failure, code)
  })
}

test("an error's most specific code is used", () => {
  const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })
  assert.equal(connectionErrorCode(withCode('connect ECONNREFUSED', 'ECONNREFUSED')), 'ECONNREFUSED')
  assert.equal(connectionErrorCode(new TypeError('no code')), 'TypeError')
  assert.equal(connectionErrorCode('no error'), 'UNKNOWN')
})
