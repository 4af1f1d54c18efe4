import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import Fastify from 'fastify'
import { createLog, type Log } from './log.ts'
import { plainWords } from './plain-words.ts'

const canary = 'c4nary-Hunter2-AKIA9'

/** A log and what it wrote, as text and as parsed lines. */
function recorded(level = 'trace') {
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

/** The one line that `write` causes, without what every line has. */
function lineOf(write: (log: Log) => void): Record<string, unknown> {
  const { log, lines } = recorded()
  write(log)
  assert.equal(lines().length, 1)
  const { time: _time, pid: _pid, level: _level, ...rest } = lines()[0] ?? {}
  return rest
}

test('a line: level by name, ISO time, pid, and the fields of the table', () => {
  const { log, lines } = recorded()
  const request = {
    event: 'request',
    requestId: 'req_01JZ',
    method: 'GET',
    route: '/api/v1/governance/evidence/claims/:claimId',
    status: 200,
    ms: 1.25,
    organization: 'org_1',
    actor: 'sva_2',
  }
  log.warn({ ...request, body: 'x', status_: 1 })
  const { time, ...line } = lines()[0] ?? {}
  assert.deepEqual(line, { level: 'warn', pid: process.pid, ...request })
  assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('the level is respected', () => {
  const { log, text } = recorded('warn')
  log.info({ event: 'start' })
  assert.equal(text(), '')
})

describe('no secret gets in', () => {
  const failure = () =>
    Object.assign(new Error(`connect to postgres://probata:${canary}@db/x failed: password=${canary}`), {
      config: { headers: { authorization: `Bearer ${canary}` } },
      detail: `Key (secret)=(${canary}) already exists`,
      code: canary,
      name: canary,
    })
  const headers = { authorization: `Bearer ${canary}`, cookie: `s=${canary}` }
  const writes: Record<string, (log: Log) => void> = {
    'unknown fields': log => log.info({ password: canary, token: canary, [canary]: 1 }),
    'nested objects': log => log.info({ event: 'x', request: { headers }, req: { headers }, status: { headers } }),
    'arrays and buffers': log => log.info({ roles: [canary, { canary }], key: Buffer.from(canary) }),
    'allowed fields of another shape': log =>
      log.info({
        event: `a ${canary}`,
        method: canary,
        route: `/x?${canary}`,
        status: canary,
        signal: canary,
        ms: canary,
      }),
    'an address': log => log.info({ url: `https://u:${canary}@h/calendar/${canary}?token=${canary}#${canary}` }),
    'an address of another scheme': log => log.info({ url: `data:text/plain,${canary}` }),
    'an error alone': log => log.error(failure()),
    'an error as error': log => log.error({ error: failure() }),
    'an error as err, with its message': log => log.error({ err: failure() }, failure().message),
    'causes and aggregates': log =>
      log.error({ error: new Error('a', { cause: new AggregateError([failure()], canary, { cause: failure() }) }) }),
    'a string thrown': log => log.error({ error: canary }),
    'an error that imitates a frame': log =>
      log.error({ error: new Error(`x\n    at ${canary} (${import.meta.dirname}/${canary}.ts:1:1)`) }),
    'an error whose fields are not what they are typed to be': log =>
      log.error({ error: Object.assign(new Error(), { message: { canary }, stack: { canary }, code: { canary } }) }),
    'a detail': log => log.info({ event: 'x', detail: `password is ${canary}` }),
    'a message': log => log.info(`signed in with ${canary}`),
    'a message beside fields': log => log.info({ event: 'x' }, `"${canary}"`),
    'interpolated values': log => log.info('%s and %o with %j', canary, { canary }, [canary]),
    'bindings of a child': log => log.child({ authorization: canary, req: { headers } }).info({ event: 'x' }),
    'bindings of a grandchild': log => log.child({}).child({ token: canary }).info({ event: 'x' }),
    'bindings set later': log => {
      log.setBindings({ token: canary })
      log.info({ event: 'x' })
    },
    'options of a child': log =>
      log
        .child(
          { event: 'x' },
          { msgPrefix: canary, serializers: { event: () => canary }, formatters: { log: () => ({ canary }) } },
        )
        .info({ event: 'x' }),
  }
  for (const [name, write] of Object.entries(writes)) {
    test(name, () => {
      const { log, text, lines } = recorded()
      write(log)
      assert.equal(lines().length, 1)
      assert.doesNotMatch(text(), /c4nary|hunter2|akia9/i)
    })
  }

  test('through Fastify: request, failing handler, bad input', async () => {
    const { log, text, lines } = recorded()
    await using app = Fastify({ loggerInstance: log, genReqId: () => 'req_7' })
    app.get('/fail', () => Promise.reject(failure()))
    await app.inject({ url: `/fail?token=${canary}`, headers })
    await app.inject({ url: `/${canary}`, headers })
    await app.inject({
      method: 'POST',
      url: '/fail',
      payload: `{"a":${canary}}`,
      headers: { 'content-type': 'application/json' },
    })
    assert.doesNotMatch(text(), /c4nary|hunter2|akia9/i)
    const failed = lines().filter(line => line.level === 'error')
    assert.equal(failed.length, 1)
    assert.equal(failed[0]?.requestId, 'req_7')
    assert.match(JSON.stringify(failed[0]?.error), /"class":"Error".*src\/lib\/log\.test\.ts:\d+:\d+/)
  })

  test('any field with any value: keys of the table and primitive or digested values only', () => {
    const { log, lines } = recorded()
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), fc.anything(), (input, second) => {
        log.info({ ...input, event: canary.concat(' '), ms: second })
      }),
      { numRuns: 300 },
    )
    const keys = new Set(lines().flatMap(line => Object.keys(line)))
    assert.deepEqual(keys.difference(new Set(['level', 'time', 'pid', 'ms', 'msg'])), new Set())
  })
})

describe('what stays useful', () => {
  test('the digest of an error: class, code, plain message, places, causes', () => {
    const cause = Object.assign(new TypeError('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
    const { error, ...rest } = lineOf(log =>
      log.error({ event: 'database.lost', err: new RangeError('7 is too long', { cause }) }),
    )
    assert.deepEqual(rest, { event: 'database.lost' })
    const text = JSON.stringify(error)
    const place = String.raw`"at":\["src/lib/log\.test\.ts:\d+:\d+"[^\]]*\]`
    assert.match(
      text,
      new RegExp(`^{"class":"RangeError","message":"… is too long",${place},"cause":{"class":"TypeError"`),
    )
    assert.match(text, /"code":"ECONNREFUSED","message":"connect ECONNREFUSED …"/)
  })

  test('codes: SQLSTATE, Node, Fastify, our own', () => {
    for (const code of ['23505', 'ENOSPC', 'ERR_INVALID_URL', 'FST_ERR_CTP_BODY_TOO_LARGE', 'invalid_cursor']) {
      const line = lineOf(log => log.error({ error: Object.assign(new Error(), { code }) }))
      assert.match(JSON.stringify(line), new RegExp(`"code":"${code}"`))
    }
  })

  test('an endless chain of causes ends', () => {
    const error = new Error('a')
    error.cause = error
    assert.equal(JSON.stringify(lineOf(log => log.error(error))).match(/"cause"/g)?.length, 3)
  })

  const addresses = {
    'http://127.0.0.1:8080/': 'http://127.0.0.1:8080/',
    'https://hooks.example.com/in/x9?token=1': 'https://hooks.example.com/in/…',
    '/api/v1/governance/evidence/claims/gec_01?limit=5': '/api/v1/governance/evidence/claims/…',
  }
  for (const [url, expected] of Object.entries(addresses)) {
    test(url, () =>
      assert.deepEqual(
        lineOf(log => log.info({ url })),
        { url: expected },
      ),
    )
  }

  test('children keep allowed bindings and a level of their own', () => {
    const { log, lines } = recorded()
    const child = log.child({ requestId: 'req_1' }, { level: 'warn' })
    child.info({ event: 'hidden' })
    child.warn({ event: 'shown' })
    assert.deepEqual(
      lines().map(line => [line.event, line.requestId]),
      [['shown', 'req_1']],
    )
  })
})

test('plain words: whatever goes in, only words of the vocabulary come out', () => {
  assert.equal(plainWords('connection terminated unexpectedly: 10.0.0.1'), 'connection terminated …')
  assert.equal(
    plainWords('duplicate key value violates unique constraint "x_pkey"'),
    'duplicate key value violates unique constraint …',
  )
  assert.equal(plainWords('s3cret hunter 123456'), undefined)
  const letters = fc.stringMatching(/^[a-z]{12,30}$/)
  fc.assert(
    fc.property(letters, fc.string(), (word, around) => !plainWords(`${around} ${word} ${around}`)?.includes(word)),
  )
  assert.ok((plainWords('error '.repeat(10_000)) ?? '').length <= 400)
})

test('by default on standard error, with standard output left free', () => {
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
