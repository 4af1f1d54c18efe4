import assert from 'node:assert/strict'
import test from 'node:test'
import { errorDigest } from '#lib/error-digest.ts'
import { StoreProblem } from '#lib/object-store.ts'
import { isStoreRefusal, storeCodeOf, storeProblem } from './errors.ts'

const named = (name: string, status?: number) =>
  Object.assign(new Error('said by a provider'), { name, ...(status && { $metadata: { httpStatusCode: status } }) })

const coded = (code: string) => Object.assign(new Error('of the network'), { code })

const errors: readonly (readonly [unknown, string])[] = [
  [named('NoSuchBucket', 404), 'no_bucket'],
  [named('NoSuchKey', 404), 'missing'],
  [named('SignatureDoesNotMatch', 403), 'credential'],
  [named('InvalidAccessKeyId', 403), 'credential'],
  [named('AccessDenied', 403), 'forbidden'],
  [named('RequestTimeTooSkewed', 403), 'clock'],
  [named('SlowDown', 503), 'slow'],
  [named('XAmzContentSHA256Mismatch', 400), 'altered'],
  [named('QuotaExceeded', 403), 'full'],
  [named('SomethingOfTheirs', 403), 'forbidden'],
  [named('SomethingOfTheirs', 404), 'missing'],
  [named('SomethingOfTheirs', 429), 'slow'],
  [named('SomethingOfTheirs', 500), 'unreachable'],
  [named('SomethingOfTheirs', 507), 'full'],
  [named('SomethingOfTheirs', 418), 'unsupported'],
  [named('constructor', 403), 'forbidden'],
  [coded('FORBIDDEN_ADDRESS'), 'refused_address'],
  [coded('FORBIDDEN_PORT'), 'refused_address'],
  [coded('ECONNREFUSED'), 'unreachable'],
  [coded('EAI_AGAIN'), 'unreachable'],
  [coded('CERT_HAS_EXPIRED'), 'tls'],
  [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls'],
  [coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls'],
  [coded('UND_ERR_HEADERS_TIMEOUT'), 'slow'],
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
  const cause = named('SomethingOfTheirs', 403)
  const problem = storeProblem(cause)
  assert.deepEqual([problem.message, problem.cause], ['file storage is not available', cause])
  assert.equal(storeProblem(problem), problem)
})

test('fields that a log trusts contain nothing from a provider', () => {
  const said = 'hunter2'
  const fields = { syscall: said, path: said, address: said, hostname: said, code: 'EHUNTER2', cause: { said } }
  const answer = Object.assign(named(said, 403), { ...fields, $fault: 'client', message: said, Message: said })
  const problem = storeProblem(answer)
  assert.equal(problem.code, 'forbidden')
  assert.doesNotMatch(JSON.stringify(errorDigest(problem)), /hunter2/i)
  assert.match(JSON.stringify(errorDigest(problem)), /the store answered 403/)
  assert.equal(isStoreRefusal(problem), true)
})
