import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { createLog, type Log, type LogLine } from './log.ts'

const canary = 'c4nary-Hunter2-AKIA9'

/** Creates a log and access to its output, as text and as parsed lines. */
function createTestLog(level: 'trace' | 'warn' = 'trace') {
  const chunks: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk))
      done()
    },
  })
  const text = () => chunks.join('')
  const lines = (): Record<string, unknown>[] =>
    text()
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
  return { log: createLog({ level, destination }), text, lines }
}

/** Returns the single line that `write` logs, without the fields that every line has. */
function lineOf(write: (log: Log) => void): Record<string, unknown> {
  const { log, lines } = createTestLog()
  write(log)
  assert.equal(lines().length, 1)
  const { time: _time, pid: _pid, level: _level, ...rest } = lines()[0] ?? {}
  return rest
}

/** Casts a line that the types would reject. */
const anyLine = (line: object): LogLine => line as LogLine

/** Changes the stack of an error as if the error had been thrown in this file. */
const thrownIn = <E extends Error>(file: string, error: E): E =>
  Object.assign(error, { stack: `${error.name}: ${error.message}\n    at made (/app/${file}:1:1)` })

const fromPostgres = (code: string, message: string, over: object = {}): Error =>
  Object.assign(new pg.DatabaseError(message, 1, 'error'), { code, ...over })

const digestOf = (error: unknown): Record<string, unknown> => {
  const { error: digest } = lineOf(log => log.error({ event: 'x', error }))
  const { at: _at, ...rest } = Object(digest)
  return rest
}

test('a line has the level by name, the ISO time, the pid and the known fields', () => {
  const { log, lines } = createTestLog()
  const request = { event: 'request_failed', requestId: 'req_01JZ', route: '/api/v1/claims/:claimId', count: 2 }
  log.warn(anyLine({ ...request, body: 'x', toString: 1, exitCode: null, signal: null }))
  const { time, ...line } = lines()[0] ?? {}
  assert.deepEqual(line, { level: 'warn', pid: process.pid, ...request })
  assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('the level is respected', () => {
  const { log, text } = createTestLog('warn')
  log.info({ event: 'start' })
  assert.equal(text(), '')
})

describe('no secret is logged', () => {
  const foreign = (message: string) =>
    Object.assign(thrownIn('node_modules/another/index.js', new Error(message)), {
      config: { headers: { authorization: `Bearer ${canary}` } },
      detail: `Key (secret)=(${canary}) already exists`,
      path: canary,
      address: canary,
      table: canary,
      code: canary,
      name: canary,
    })
  const failure = () => foreign(`connect to postgres://probata:${canary}@db/x failed: password=${canary}`)
  const quoted = (work: () => unknown): unknown => {
    try {
      return work()
    } catch (error) {
      return error
    }
  }
  const headers = { authorization: `Bearer ${canary}`, cookie: `s=${canary}` }
  const row = { detail: `Failing row contains (${canary})`, hint: canary, where: canary, internalQuery: canary }
  const lines: Record<string, object> = {
    'unknown fields': { password: canary, token: canary, [canary]: 1 },
    'nested objects': { request: { headers }, req: { headers }, kind: { headers } },
    'arrays and buffers': { kind: [canary, { canary }], detail: Buffer.from(canary) },
    'fields of another type': { count: canary, first: canary, exitCode: canary },
    'an address': { url: `https://u:${canary}@h/calendar/${canary}?token=${canary}#${canary}` },
    'an address in a line of PostgreSQL': { detail: `cannot read postgres://u:p@ss/${canary}@h/d` },
    'an error of another library': { error: failure() },
    'causes and aggregates': {
      error: new Error('a', { cause: new AggregateError([failure()], 'b', { cause: failure() }) }),
    },
    'a string thrown': { error: canary },
    'an error that imitates a frame': {
      error: foreign(`x\n    at ${canary} (${import.meta.dirname}/${canary}.ts:1:1)`),
    },
    'an error whose fields have unexpected types': {
      error: Object.assign(new Error(), { message: { canary }, stack: { canary }, code: { canary } }),
    },
    'a JSON value that V8 quotes': { error: quoted(() => JSON.parse(canary)) },
    'a number that V8 quotes': { error: quoted(() => BigInt(canary)) },
    'a property name that V8 quotes': { error: quoted(() => Reflect.get(Object(undefined), 'x')[canary]) },
    'an argument that Node quotes': { error: quoted(() => readFileSync('/', canary as 'utf8')) },
    'a value that PostgreSQL cannot read': { error: fromPostgres('22P02', `invalid input for uuid: "${canary}"`, row) },
    'a row that violates a constraint': { error: fromPostgres('23505', `duplicate key ${canary}`, row) },
    'a message that a trigger raises': { error: fromPostgres('P0001', canary, row) },
    'the detail of an error about a full disk': { error: fromPostgres('53100', 'could not extend file', row) },
    'a command that Redis does not know': {
      error: thrownIn(
        'node_modules/ioredis/built/resp/errors.js',
        new Error(`ERR unknown command 'AUTH', with args beginning with: '${canary}'`),
      ),
    },
    'a command that a mail server does not know': {
      error: thrownIn('node_modules/nodemailer/a.js', new Error(`Invalid login: 502 no AUTH PLAIN ${canary}`)),
    },
    'a link in a response of a mail server': {
      error: thrownIn('node_modules/nodemailer/a.js', new Error(`554 spam: https://acme.example/welcome#${canary}`)),
    },
  }
  for (const [name, fields] of Object.entries(lines)) {
    test(name, () => {
      const { log, text } = createTestLog()
      log.info(anyLine({ event: 'x', ...fields }))
      assert.match(text(), /^\{.*"event":"x".*\}\n$/)
      assert.doesNotMatch(text(), /c4nary|hunter2|akia9/i)
    })
  }

  test('of any fields with any values, only known fields are logged, and no objects except errors', () => {
    const { log, lines } = createTestLog()
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), fc.anything(), (input, value) => {
        log.info(anyLine({ ...input, event: 'x', detail: value, count: value }))
      }),
      { numRuns: 100 },
    )
    const keys = new Set(lines().flatMap(line => Object.keys(line)))
    assert.deepEqual(keys.difference(new Set(['level', 'time', 'pid', 'event', 'detail', 'count'])), new Set())
    for (const line of lines()) assert.ok(Object.values(line).every(value => typeof value !== 'object'))
  })
})

describe('an operator can read', () => {
  test('our own messages in full, with positions and causes', () => {
    const cause = thrownIn('node_modules/pg/lib/client.js', new Error('Connection terminated unexpectedly'))
    const { error } = lineOf(log => log.error({ event: 'x', error: new Error('no lease for 7 s', { cause }) }))
    assert.match(JSON.stringify(error), /"at":\["src\/lib\/log\.test\.ts:\d+:\d+"/)
    const { at: _at, ...rest } = Object(error)
    assert.deepEqual(rest, {
      class: 'Error',
      message: 'no lease for 7 s',
      cause: { class: 'Error', message: 'Connection terminated unexpectedly' },
    })
  })

  const system = { errno: -3008, code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'redis.internal' }
  const connectionRefused = { code: 'ECONNREFUSED', syscall: 'connect', address: '10.0.0.5', port: 5432 }
  const readableErrors: [name: string, error: Error, expected: object][] = [
    [
      'a host name that cannot be resolved',
      Object.assign(new Error('getaddrinfo ENOTFOUND redis.internal'), system),
      {
        code: 'ENOTFOUND',
        message: 'getaddrinfo ENOTFOUND redis.internal',
        syscall: 'getaddrinfo',
        hostname: 'redis.internal',
      },
    ],
    [
      'a port where nothing listens',
      Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), connectionRefused),
      { message: 'connect ECONNREFUSED 10.0.0.5:5432', ...connectionRefused },
    ],
    [
      'a login that pg_hba.conf rejects',
      fromPostgres('28000', 'no pg_hba.conf entry for host "10.0.0.5", user "probata", database "d", no encryption', {
        routine: 'ClientAuthentication',
      }),
      {
        class: 'DatabaseError',
        code: '28000',
        message: 'no pg_hba.conf entry for host "10.0.0.5", user "probata", database "d", no encryption',
        routine: 'ClientAuthentication',
      },
    ],
    [
      'a full disk of the database server',
      fromPostgres('53100', 'could not extend file "base/5/2619": No space left on device'),
      {
        class: 'DatabaseError',
        code: '53100',
        message: 'could not extend file "base/5/2619": No space left on device',
      },
    ],
    [
      'a constraint, without the values',
      fromPostgres('23505', 'duplicate key value violates unique constraint "claim_key"', {
        routine: '_bt_check_unique',
        schema: 'public',
        table: 'claim',
        constraint: 'claim_key',
        detail: 'Key (claim_key)=(x) already exists.',
      }),
      {
        class: 'DatabaseError',
        code: '23505',
        routine: '_bt_check_unique',
        schema: 'public',
        table: 'claim',
        constraint: 'claim_key',
      },
    ],
    [
      'a password that Redis rejects',
      thrownIn('node_modules/ioredis/built/Redis.js', new Error('WRONGPASS invalid username-password pair')),
      { message: 'WRONGPASS invalid username-password pair' },
    ],
    [
      'a mail server that rejects the login',
      Object.assign(thrownIn('node_modules/nodemailer/a.js', new Error('Invalid login: 535 5.7.8 no')), {
        code: 'EAUTH',
        responseCode: 535,
      }),
      { code: 'EAUTH', message: 'Invalid login: 535 5.7.8 no', responseCode: 535 },
    ],
    [
      'a certificate error whose code a library replaced',
      Object.assign(new Error('self-signed certificate'), {
        code: 'ESOCKET',
        originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      }),
      { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate' },
    ],
    ['a bug in our own code', new TypeError('x is not a function'), { class: 'TypeError' }],
  ]
  for (const [name, error, expected] of readableErrors)
    test(name, () => assert.deepEqual(digestOf(error), { class: 'Error', ...expected }))

  test('error codes: SQLSTATE, Node, Fastify, our own', () => {
    for (const code of ['23505', 'ENOSPC', 'ERR_INVALID_URL', 'FST_ERR_CTP_BODY_TOO_LARGE', 'invalid_cursor'])
      assert.equal(digestOf(Object.assign(new Error(), { code })).code, code)
  })

  test('an endless chain of causes is truncated', () => {
    const error = new Error('a')
    error.cause = error
    assert.equal(JSON.stringify(digestOf(error)).match(/"cause"/g)?.length, 3)
  })

  const addresses = {
    'http://127.0.0.1:8080/': 'http://127.0.0.1:8080/',
    'https://hooks.example.com/in/x9?token=1': 'https://hooks.example.com/in/…',
    'https://acme.example/api/v1/evidence/gec_01?limit=5': 'https://acme.example/api/v1/evidence/…',
    'redis://:pa/ss@cache.internal:6379/0': 'redis://cache.internal:6379/…',
    'see "http://[::1]:9/a" (https://b.example)': 'see "http://[::1]:9/a" (https://b.example)',
  }
  for (const [url, expected] of Object.entries(addresses))
    test(url, () =>
      assert.deepEqual(
        lineOf(log => log.info({ event: 'x', url })),
        { event: 'x', url: expected },
      ),
    )
})

test('a log goes to standard error by default, and writes nothing to standard output', () => {
  const script = `import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    createLog({ level: 'info' }).info({ event: 'start' })`
  const written = execFileSync(
    '/bin/sh',
    ['-c', '"$0" --input-type=module -e "$1" 2>&1 >/dev/null', process.execPath, script],
    {
      encoding: 'utf8',
    },
  )
  assert.equal(JSON.parse(written).event, 'start')
})

test('a long text is truncated at a limit, but never within an address', () => {
  const address = `postgres://probata:${canary}${'y'.repeat(100_000)}@db/x`
  for (const words of [0, 950, 1980, 1990]) {
    const { detail } = lineOf(log => log.error({ event: 'x', detail: `${'x '.repeat(words)}${address}` }))
    assert.equal(detail, 'x '.repeat(words).slice(0, 2000))
  }
})
