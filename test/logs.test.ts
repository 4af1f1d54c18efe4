import assert from 'node:assert/strict'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from './client.ts'
import { checkResponse } from './contract/responses.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import { testEnvironment, testMasterKey } from './environment.ts'
import { launch, startServer, urlOf } from './faults/server-process.ts'
import { claimInput, clientSecret, password } from './fixture.ts'
import { startMailServer } from './mail-server.ts'
import { createTestDatabase, query } from './postgres.ts'
import { attachments, formOf, prover, textFile } from './proof.ts'
import { tcpPassword } from './tcp-postgres.ts'
import { until } from './until.ts'
import { startReceiver } from './webhooks/receiver.ts'

const reason = 'requested by the log test'
const claims = '/api/v1/governance/evidence/claims'

/** Secrets that are planted in requests and settings. Values that the server creates are added when they are known. */
const plantedSecrets = {
  'database password': tcpPassword,
  'Redis password': 'c4nary-of-redis',
  'mail password': 'c4nary-of-mail',
  'metrics token': 'c4nary-of-metrics-0123456789abcdef',
  'master key': testMasterKey.slice(0, 20),
  'client secret': clientSecret,
  password,
  'wrong password': 'c4nary-of-sign-in',
  'wrong token': 'c4nary-of-bearer',
  'content of a claim': 'c4nary-of-claim',
  'bytes of a file': 'c4nary-of-file',
  'query and body that are rejected': 'c4nary-of-input',
  'secret of a receiver': 'c4nary-of-receiver',
  'provisioning file': 'c4nary-of-provisioning',
}

/** Returns a secret in plain text, as part of a URL, and in base64. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').slice(0, -4),
]

const listen = async (server: ReturnType<typeof createServer>): Promise<number> => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** A Redis that has renamed AUTH, so that its error message repeats the arguments, which include the password. */
const startRefusingRedis = async () => {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    const values = `'default' '${plantedSecrets['Redis password']}'`
    socket.on('data', () => socket.write(`-ERR unknown command 'AUTH', with args beginning with: ${values}\r\n`))
  })
  return { port: await listen(server), [Symbol.dispose]: () => void server.close() }
}

/** SQL that makes each new claim fail with an error in which PostgreSQL quotes the claim. */
const quoteClaims = (method: 'jsonb' | 'raise') => `
  create or replace function quote_claim() returns trigger language plpgsql as $$ begin
    ${method === 'raise' ? `raise exception 'no %', new.record using detail = new.record` : `perform ('"' || new.record)::jsonb`};
    return new;
  end $$;
  drop trigger if exists quote_claim on evidence_claim;
  create trigger quote_claim before insert on evidence_claim for each row execute function quote_claim()`

test('no line of the log contains a secret or content, through successes and failures', async () => {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'probata-logs-')))
  const logFile = join(folder.path, 'log')
  const { connection } = resources.use(await createTestDatabase('workspace'))
  const proxy = resources.use(await startDatabaseProxy(connection))
  const mail = resources.use(await startMailServer({ answer: 'refuse' }))
  const redis = resources.use(await startRefusingRedis())
  const receiver = resources.use(
    await startReceiver((_, response) => response.writeHead(500).end(plantedSecrets['secret of a receiver'])),
  )
  const env = {
    ...testEnvironment,
    PROBATA_ROLES: 'api,worker',
    PROBATA_PROCESSES: '1',
    LOG_LEVEL: 'trace',
    DATABASE_URL: urlOf(proxy.connection),
    REDIS_URL: `redis://:${plantedSecrets['Redis password']}@127.0.0.1:${redis.port}`,
    SMTP_URL: mail.url.replace('//', `//mailer:${plantedSecrets['mail password']}@`),
    PROBATA_METRICS_TOKEN: plantedSecrets['metrics token'],
    PROBATA_WEBHOOK_ALLOW: '127.0.0.0/8',
  }
  const dataDir = join(folder.path, 'data')
  const log = () => readFile(logFile, 'utf8')
  const logged = (event: string) =>
    until(`${event} in the log`, async () => (await log()).includes(`"event":"${event}"`))

  // Starts the server twice in vain: with a rejected login, and with a file that is not JSON.
  const provisionFile = join(folder.path, 'provisioning.json')
  await writeFile(provisionFile, `{"organizations": [{"password": "${plantedSecrets['provisioning file']}" x`)
  const badUrl = urlOf({ ...connection, password: `${tcpPassword}!` })
  for (const over of [{ env: { ...env, DATABASE_URL: badUrl } }, { env, provisionFile }]) {
    const { stdout, exited } = launch({ dataDir, logFile, ...over })
    stdout.resume()
    assert.equal((await exited).code, 1)
  }
  assert.match(await log(), /"event":"not_started".*password authentication failed for user/)

  const server = await startServer({ dataDir, logFile, env })
  resources.defer(async () => {
    server.kill('SIGKILL')
    await server.exited
  })
  const p = resources.use(createClient(server.url, checkResponse))
  const token = await p.token('acme-scanner')
  const cookie = await p.signIn('admin@acme.example')
  await logged('redis_lost')

  // Sends valid requests.
  const client = prover(p, () => token)
  const claim = (claimKey: string) => {
    const body = claimInput(claimKey, {
      title: plantedSecrets['content of a claim'],
      reason: plantedSecrets['content of a claim'],
    })
    return p.call('POST', claims, { token, body })
  }
  const { body: claimBody } = await claim('first')
  const proof = textFile(plantedSecrets['bytes of a file'])
  await client.attach(claimBody.id, proof)
  const hook = {
    url: `${receiver.url}?key=${plantedSecrets['secret of a receiver']}`,
    events: ['evidence.claim.created'],
  }
  const webhook = await p.call('POST', '/api/v1/webhooks', { token, body: { ...hook, description: 'x', reason } })
  assert.equal(webhook.status, 201, webhook.text)
  await claim('second')
  await until('a delivery', () => receiver.received.length > 0)

  // Sends invalid requests, and requests without valid credentials.
  const canary = plantedSecrets['query and body that are rejected']
  const input = { 'content-type': 'application/json' }
  const requests: [status: number, method: string, path: string, options: Parameters<typeof p.call>[2]][] = [
    [409, 'POST', claims, { token, body: claimInput('first', { title: canary }) }],
    [400, 'GET', `${claims}?cursor=${canary}`, { token }],
    [404, 'GET', `${claims}/${canary}`, { token }],
    [401, 'GET', claims, { token: plantedSecrets['wrong token'] }],
    [401, 'GET', '/api/workspace/account', { cookie: `probata_session=${canary}` }],
    [
      401,
      'POST',
      '/api/workspace/session',
      { body: { email: 'admin@acme.example', password: plantedSecrets['wrong password'] } },
    ],
    [
      422,
      'POST',
      `${attachments}/upload-intents/aui_00000000000000000000000000/upload`,
      { token, body: formOf(proof) },
    ],
  ]
  for (const [status, method, path, options] of requests) {
    const response = await p.call(method, path, options)
    assert.ok(status === response.status || status === 422, `${method} ${path}: ${response.status} ${response.text}`)
  }
  const malformed = await fetch(`${server.url}${claims}`, {
    method: 'POST',
    headers: { ...input, authorization: `Bearer ${token}` },
    body: `{"title": "${canary}" x`,
  })
  assert.equal(malformed.status, 400)

  // The mail server rejects a mail.
  const newcomer = { reason, email: 'new@acme.example', name: 'New Person', role: 'auditor' }
  const invitation = await p.call('POST', '/api/workspace/people/invitations', { cookie, body: newcomer })
  assert.equal(invitation.body.invitation.mailed, false)
  await logged('mail_not_sent')

  // PostgreSQL rejects a row and quotes it.
  for (const method of ['jsonb', 'raise'] as const) {
    await query(connection, quoteClaims(method))
    assert.equal((await claim(`quoted ${method}`)).status, 500)
  }
  await query(connection, 'drop trigger quote_claim on evidence_claim')

  // The connection to the database breaks during a request.
  proxy.cut()
  assert.equal((await claim('lost')).status, 503)
  await logged('database_unreachable')
  proxy.mend()
  await until('a database again', async () => (await claim('again')).status !== 503)
  server.kill('SIGTERM')
  assert.deepEqual(await server.exited, { code: 0, signal: null })

  const text = await log()
  const lines: Record<string, unknown>[] = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const credentials = {
    token: token.slice(-20),
    'session cookie': cookie.split('=').slice(1).join('=').slice(0, 20),
    'webhook secret': (/"signingSecret":"([^"]+)"/.exec(webhook.text)?.[1] ?? '').slice(-20),
    'one-time link': invitation.body.url.split('#')[1].slice(-20),
  }
  for (const [name, secret] of Object.entries({ ...plantedSecrets, ...credentials })) {
    assert.ok(secret.length > 5, name)
    for (const form of formsOf(secret)) assert.ok(!text.includes(form), `${name} is in the log`)
  }

  const linesOf = (event: string) => JSON.stringify(lines.filter(line => line.event === event))
  assert.match(linesOf('redis_lost'), /"message":"ERR unknown command 'AUTH'"/)
  assert.match(linesOf('mail_not_sent'), /"message":"Message failed: 450 No such mailbox"/)
  const failures = linesOf('request_failed')
  assert.match(failures, /"(cause|error)":\{"class":"\w+".*"message":"[^"]*(terminated|ECONN|EPIPE)/)
  assert.match(failures, /"code":"22P02","routine":"\w+"/)
  assert.match(failures, /"code":"P0001","routine":"exec_stmt_raise"/)
})
