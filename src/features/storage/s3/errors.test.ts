import assert from 'node:assert/strict'
import test from 'node:test'
import { errorDigest } from '#lib/error-digest.ts'
import { StoreProblem } from '#lib/object-store.ts'
import { isStoreRefusal, storeCodeOf, storeProblem } from './errors.ts'

const errorNamed = (name: string, status?: number) =>
  Object.assign(new Error('said by a provider'), { name, ...(status && { $metadata: { httpStatusCode: status } }) })

const errorWithCode = (code: string) => Object.assign(new Error('of the network'), { code })

const errors: readonly (readonly [unknown, string])[] = [
  [errorNamed('NoSuchBucket', 404), 'no_bucket'],
  [errorNamed('NoSuchKey', 404), 'missing'],
  [errorNamed('SignatureDoesNotMatch', 403), 'credential'],
  [errorNamed('InvalidAccessKeyId', 403), 'credential'],
  [errorNamed('AccessDenied', 403), 'forbidden'],
  [errorNamed('RequestTimeTooSkewed', 403), 'clock'],
  [errorNamed('SlowDown', 503), 'slow'],
  [errorNamed('XAmzContentSHA256Mismatch', 400), 'altered'],
  [errorNamed('QuotaExceeded', 403), 'full'],
  [errorNamed('SomethingOfTheirs', 403), 'forbidden'],
  [errorNamed('SomethingOfTheirs', 404), 'missing'],
  [errorNamed('SomethingOfTheirs', 429), 'slow'],
  [errorNamed('SomethingOfTheirs', 500), 'unreachable'],
  [errorNamed('SomethingOfTheirs', 507), 'full'],
  [errorNamed('SomethingOfTheirs', 418), 'unsupported'],
  [errorNamed('constructor', 403), 'forbidden'],
  [errorWithCode('FORBIDDEN_ADDRESS'), 'refused_address'],
  [errorWithCode('FORBIDDEN_PORT'), 'refused_address'],
  [errorWithCode('ECONNREFUSED'), 'unreachable'],
  [errorWithCode('EAI_AGAIN'), 'unreachable'],
  [errorWithCode('CERT_HAS_EXPIRED'), 'tls'],
  [errorWithCode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls'],
  [errorWithCode('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls'],
  [errorWithCode('UND_ERR_HEADERS_TIMEOUT'), 'slow'],
  [new StoreProblem('full'), 'full'],
  [new TypeError('our own fault'), 'unsupported'],
  ['a text', 'unsupported'],
  [undefined, 'unsupported'],
]

for (const [error, code] of errors) {
  test(`${error instanceof Error ? `${error.name} ${JSON.stringify(error)}` : error}: ${code}`, () => {
    assert.equal(storeCodeOf(error), code)
  })
}

test('messages quote nothing from a provider', () => {
  const cause = errorNamed('SomethingOfTheirs', 403)
  const problem = storeProblem(cause)
  assert.deepEqual([problem.message, problem.cause], ['file storage is not available', cause])
  assert.equal(storeProblem(problem), problem)
})

test('fields that the log trusts contain nothing from a provider', () => {
  const canary = 'hunter2'
  const fields = {
    syscall: canary,
    path: canary,
    address: canary,
    hostname: canary,
    code: 'EHUNTER2',
    cause: { canary },
  }
  const response = Object.assign(errorNamed(canary, 403), {
    ...fields,
    $fault: 'client',
    message: canary,
    Message: canary,
  })
  const problem = storeProblem(response)
  assert.equal(problem.code, 'forbidden')
  assert.doesNotMatch(JSON.stringify(errorDigest(problem)), /hunter2/i)
  assert.match(JSON.stringify(errorDigest(problem)), /the store answered 403/)
  assert.equal(isStoreRefusal(problem), true)
})
