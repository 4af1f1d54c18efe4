import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { faultOf } from '#client/export/faults.ts'
import { createWaiting, Unreachable } from '#client/export/waiting.ts'
import {
  forwardProxy,
  greetingServer,
  install,
  page,
  protocolSwitch,
  type Running,
  respondFirst,
  scans,
  secureWeb,
  web,
} from './fault-servers.ts'
import { freePort } from './free-port.ts'
import { type Certificates, certificates } from './receivers/certificates.ts'
import { type PushResult, runPush } from './scan-receiver.ts'

let folder: string
let certificateSet: Certificates
let caFile: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probata-command-faults-'))
  certificateSet = await certificates()
  caFile = join(folder, 'authority.pem')
  await writeFile(caFile, certificateSet.authority)
  await writeFile(join(folder, 'scan.csv'), 'Title,Severity\nOpen port,high\n')
})
after(() => rm(folder, { recursive: true, force: true }))

const push = (url: string, options: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
  const args = ['--source', 'scanner', '--reason', 'the nightly scan', ...options]
  return runPush(join(folder, 'scan.csv'), args, { url, clientId: 'client', secret: 'a-secret' }, { env })
}

const html413 =
  '<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body><center>nginx/1.22.1</center></body></html>'

interface Fault {
  readonly start: () => Promise<Running>
  readonly scheme?: 'https'
  readonly env?: () => Readonly<Record<string, string>>
  readonly host?: string
  readonly message: RegExp
}

/** Permanent faults. The command exits immediately, and its message names the cause and the remedy. */
const faults: Readonly<Record<string, Fault>> = {
  'a certificate of an unknown authority': {
    scheme: 'https',
    start: () => secureWeb(certificateSet.unknown, install),
    message:
      /authority that this machine does not trust \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)\. Set NODE_EXTRA_CA_CERTS to a PEM/,
  },
  'a certificate that NODE_EXTRA_CA_CERTS does not cover': {
    scheme: 'https',
    start: () => secureWeb(certificateSet.unknown, install),
    env: () => ({ NODE_EXTRA_CA_CERTS: caFile }),
    message: /NODE_EXTRA_CA_CERTS is .*authority\.pem, which is unreadable or lacks/,
  },
  'a self-signed certificate': {
    scheme: 'https',
    start: () => secureWeb(certificateSet.selfSigned, install),
    message: /is self-signed.*\(DEPTH_ZERO_SELF_SIGNED_CERT\)\. Set NODE_EXTRA_CA_CERTS/,
  },
  'an expired certificate': {
    scheme: 'https',
    start: () => secureWeb(certificateSet.expired, install),
    env: () => ({ NODE_EXTRA_CA_CERTS: caFile }),
    message: /certificate has expired \(CERT_HAS_EXPIRED\)\. It needs a new one, unless the clock/,
  },
  'a certificate for another host': {
    scheme: 'https',
    start: () => secureWeb(certificateSet.otherName, install),
    env: () => ({ NODE_EXTRA_CA_CERTS: caFile }),
    message: /certificate is for another host: .*127\.0\.0\.1.*Give --url with a name that the certificate contains/,
  },
  'plain HTTP to a TLS port that closes the connection': {
    start: () => secureWeb(certificateSet.good, install),
    message: /it speaks TLS on this port\. Give --url https:\/\/127\.0\.0\.1:\d+\./,
  },
  'HTTPS to a port without TLS': {
    scheme: 'https',
    start: () => web(install),
    message: /does not speak TLS on this port.*or http:\/\/127\.0\.0\.1:\d+\./,
  },
  'another protocol': {
    start: () => greetingServer('SSH-2.0-OpenSSH_9.2p1 Debian\r\n'),
    message: /does not speak HTTP on this port\. Check --url/,
  },
  'an unknown host': {
    host: 'install.invalid',
    start: () => web(install),
    message: /the host does not exist \(ENOTFOUND\)\. Check the host name in --url\.$/,
  },
  'an unknown host that Node does not reach through the proxy': {
    host: 'install.invalid',
    start: () => web(install),
    env: () => ({ HTTPS_PROXY: 'http://127.0.0.1:1' }),
    message: /HTTPS_PROXY is used with NODE_USE_ENV_PROXY=1/,
  },
  'a proxy that blocks the host': {
    scheme: 'https',
    host: 'install.invalid',
    start: () => forwardProxy('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
    message: /the proxy of HTTPS_PROXY answered 403\. Allow this host in the proxy/,
  },
  'a redirect to the same path on another host': {
    start: () =>
      web((request, response) => page(301, '', { location: `https://new.example${request.url}` })(request, response)),
    message:
      /it redirects \(301\) to https:\/\/new\.example\/api\/v1\/auth\/token\. Give --url https:\/\/new\.example\.$/,
  },
  'a redirect to a sign-in page': {
    start: () => web(page(302, '', { location: '/oauth2/sign_in?state=do-not-show' })),
    message: /redirects \(302\) to http:\/\/127\.0\.0\.1:\d+\/oauth2\/sign_in\. Something in front of the install/,
  },
  'a body too large for a proxy': {
    start: () => web(scans(page(413, html413))),
    message: /it answered 413, .*text\/html, “413 Request Entity Too Large”.*client_max_body_size/,
  },
  'the 403 of a firewall': {
    start: () => web(scans(page(403, '<title>Blocked</title>'))),
    message: /answered 403, which does not come from Probata .*“Blocked”.*A proxy in front/,
  },
  'a JSON 403 of a gateway': {
    start: () => web(page(403, '{"message":"Forbidden"}', { 'content-type': 'application/json' })),
    message: /answered 403, which does not come from Probata \(application\/json\)/,
  },
  'an unknown path of another server': {
    start: () => web(page(404, 'not here')),
    message: /answered 404.*no Probata responds at this address/,
  },
  'a page of another server': {
    start: () => web(page(200, '<html><title>It works!</title></html>')),
    message: /answered 200, which does not come from Probata \(text\/html, “It works!”\)/,
  },
  'JSON of another server': {
    start: () => web(page(200, '{"status":"up"}', { 'content-type': 'application/json' })),
    message: /answered 200, which does not come from Probata/,
  },
  'an error page with escape sequences': {
    start: () => web(page(500, '<title>\u001b[2JOops</title>')),
    message: /answered 500, .*“\[2JOops”/,
  },
  'plain HTTP that nginx rejects with an explanation': {
    start: async () => startSecureNginx(),
    message: /it speaks TLS on this port/,
  },
}

/**
 * Starts a server that behaves like nginx on a TLS port: it understands TLS and plain HTTP, and answers plain HTTP with
 * 400.
 */
const startSecureNginx = async (): Promise<Running> => {
  const secure = await secureWeb(certificateSet.good, install)
  const plainServer = await web(page(400, '<title>400 The plain HTTP request was sent to HTTPS port</title>'))
  const dualServer = await protocolSwitch(secure.port, plainServer.port)
  return {
    port: dualServer.port,
    async [Symbol.asyncDispose]() {
      for (const server of [dualServer, secure, plainServer]) await server[Symbol.asyncDispose]()
    },
  }
}

const assertFailure = ({ out, err, status }: PushResult, pattern: RegExp): void => {
  assert.deepEqual([out, status], ['', 1], err)
  assert.match(err, pattern)
  assert.ok(!err.includes('\u001b') && !err.includes('do-not-show') && !err.includes('a-secret'))
}

for (const [name, { start, scheme = 'http', host = '127.0.0.1', env, message: pattern }] of Object.entries(faults))
  test(`push exits at once for ${name}`, async () => {
    await using server = await start()
    const proxied = name.startsWith('a proxy')
    const proxy = { HTTPS_PROXY: `http://127.0.0.1:${server.port}`, NODE_USE_ENV_PROXY: '1' }
    assertFailure(await push(`${scheme}://${host}:${server.port}`, [], proxied ? proxy : env?.()), pattern)
  })

test('an authority that NODE_EXTRA_CA_CERTS names is trusted', async () => {
  await using server = await secureWeb(certificateSet.good, install)
  const { status, err } = await push(`https://127.0.0.1:${server.port}`, [], { NODE_EXTRA_CA_CERTS: caFile })
  assert.equal(status, 0, err)
})

test('with --wait 0, an unavailable install is reported at once', async () => {
  const result = await push(`http://127.0.0.1:${await freePort()}`, ['--wait', '0'])
  assertFailure(result, /^.*connection refused \(ECONNREFUSED\)\. Check --url, and that the install runs\.$/m)
  for (const wait of ['soon', '-1', '1441', '1.5'])
    assert.equal((await push('http://127.0.0.1:1', [`--wait=${wait}`])).status, 2, wait)
})

const unavailable = '{"error":"internal_error","message":"The database is away.","requestId":"req_1"}'
const dropConnection: Parameters<typeof web>[0] = (_request, response) => void response.destroy()
const sendHalf: Parameters<typeof web>[0] = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"created":')
  setImmediate(() => response.destroy())
}

const temporaryFaults: Readonly<Record<string, readonly [listener: Parameters<typeof web>[0], pattern: RegExp]>> = {
  "503 with the install's own message": [
    respondFirst(2, page(503, unavailable, { 'content-type': 'application/json' }), install),
    /The database is away\. \(503\)/,
  ],
  '502 of a proxy': [respondFirst(2, page(502, '<title>502 Bad Gateway</title>'), install), /it answered 502/],
  '504 of a proxy': [respondFirst(1, page(504, ''), install), /it answered 504/],
  '429': [respondFirst(1, page(429, ''), install), /it answered 429/],
  'a closed connection': [respondFirst(1, dropConnection, install), /the connection was closed \(/],
  'a truncated response': [scans(respondFirst(1, sendHalf, install)), /the connection was closed|broke off/],
}
for (const [name, [listener, pattern]] of Object.entries(temporaryFaults))
  test(`push waits after ${name}, reports it once, and continues`, async () => {
    await using server = await web(listener)
    const { out, err, status } = await push(`http://127.0.0.1:${server.port}`)
    assert.equal(status, 0, err)
    assert.match(out, /1 created/)
    assert.match(err, pattern)
    assert.equal(
      err.match(/^Waiting for http:\/\/127\.0\.0\.1:\d+: .*\. Giving up after 10 minutes\.$/gm)?.length,
      1,
      err,
    )
    assert.match(err, /^http:\/\/127\.0\.0\.1:\d+ answers\.$/m)
  })

test('notices become less frequent, even for an install that is available only intermittently', () => {
  let now = 0
  const lines: string[] = []
  const patience = {
    minutes: 10,
    tell: (text: string) => lines.push(text),
    now: () => now,
    pause: async () => undefined,
  }
  const waitingNotice = createWaiting('https://x', patience)
  const fault = { isTemporary: true, cause: 'connection refused', remedy: 'Check it.' }
  for (; now < 10 * 60_000; now += 5000) waitingNotice.failed(fault, 0)
  assert.deepEqual(
    lines.map(line => /for (\d+) minutes?/.exec(line)?.[1] ?? '0'),
    ['0', '1', '3', '7'],
  )
  assert.throws(
    () => waitingNotice.failed(fault, 0),
    (error: unknown) =>
      error instanceof Unreachable && error.message === 'https://x: connection refused, for 10 minutes. Check it.',
  )
  for (let hour = 0; hour < 24; hour++)
    for (let n = 0; n < 60; n++) {
      now += 60_000
      waitingNotice.failed(fault, now)
      waitingNotice.answered()
    }
  assert.ok(lines.length < 24, `${lines.length} lines in a day`)
})

const coded = (code: string, message = 'failed') => Object.assign(new Error(message), { code })
const classifications: readonly (readonly [Error, boolean, RegExp])[] = [
  [new TypeError('fetch failed', { cause: coded('EAI_AGAIN') }), true, /the name server does not respond/],
  [new TypeError('fetch failed', { cause: new AggregateError([coded('ECONNREFUSED')]) }), true, /connection refused/],
  [new TypeError('fetch failed', { cause: coded('UND_ERR_CONNECT_TIMEOUT') }), true, /timed out/],
  [new TypeError('fetch failed', { cause: coded('CRL_HAS_EXPIRED') }), false, /is not valid \(CRL_HAS_EXPIRED\)/],
  [new TypeError('fetch failed', { cause: coded('CERT_REVOKED') }), false, /is not valid \(CERT_REVOKED\)/],
  [
    new TypeError('fetch failed', { cause: coded('EPROTO', 'SSL routines::wrong version number') }),
    false,
    /no[t]? .*TLS/,
  ],
  [
    new TypeError('fetch failed', { cause: coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED') }),
    false,
    /TLS connection/,
  ],
  [new TypeError('fetch failed', { cause: new Error('bad port') }), false, /^bad port$/],
]
for (const [error, isPassing, cause] of classifications)
  test(`${cause.source}: ${isPassing ? 'may pass' : 'will not pass'}`, () => {
    const fault = faultOf(error, new URL('https://x'))
    assert.equal(fault.isTemporary, isPassing)
    assert.match(fault.cause, cause)
  })
