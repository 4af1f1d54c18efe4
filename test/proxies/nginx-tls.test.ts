import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { request as requestTls } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { freePort } from '#test/free-port.ts'
import { certificates } from '#test/receivers/certificates.ts'
import { boot, type Probata } from '#test/system.ts'
import { findExecutable } from '#test/tools.ts'
import { until } from '#test/until.ts'

const program = findExecutable('nginx')
const skip = program ? false : 'nginx is missing'

const operating = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operating.md'), 'utf8')
const [, example = ''] = /^```nginx\n([\s\S]*?)^```/m.exec(operating) ?? []

/** Replaces the parts of the documented example that differ on this machine. */
const adaptExample = (folder: string, ports: { http: number; https: number }, upstream: string): string =>
  [
    [/listen 443 ssl;/, `listen 127.0.0.1:${ports.https} ssl;`],
    [/listen 80;/, `listen 127.0.0.1:${ports.http};`],
    [/\/etc\/ssl\/probata\.pem/, join(folder, 'cert.pem')],
    [/\/etc\/ssl\/probata\.key/, join(folder, 'key.pem')],
    [/http:\/\/10\.0\.0\.5:8080/, `http://${upstream}`],
  ].reduce((configuration, [from, to]) => {
    assert.match(configuration, from as RegExp)
    return configuration.replace(from as RegExp, to as string)
  }, example)

const temporaryFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

describe('the nginx example, over TLS', { skip, concurrency: false }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'probata-nginx-'))
  let p: Probata
  let stop = async (): Promise<void> => undefined
  let ports: { http: number; https: number }
  let authority: string

  before(async () => {
    p = await boot({ env: { PROBATA_URL: 'https://probata.example.com', PROBATA_TRUST_PROXY: '127.0.0.1' } })
    const certificateSet = await certificates()
    authority = certificateSet.authority
    writeFileSync(join(folder, 'cert.pem'), certificateSet.good.cert)
    writeFileSync(join(folder, 'key.pem'), certificateSet.good.key)
    ports = { http: await freePort(), https: await freePort() }
    const paths = temporaryFolders.map(name => `${name}_temp_path ${folder}/${name};`).join(' ')
    const { port } = p.system.app.server.address() as AddressInfo
    const servers = adaptExample(folder, ports, `127.0.0.1:${port}`)
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;\nevents {}\nhttp { access_log off; ${paths}\n${servers}}\n`,
    )
    execFileSync(program ?? '', ['-t', '-c', file], { stdio: 'pipe' })
    const child = spawn(program ?? '', ['-c', file], { stdio: 'ignore' })
    const exited = once(child, 'exit')
    stop = async () => {
      child.kill('SIGTERM')
      await exited
    }
    await until('nginx listens', () =>
      ask('http', '/').then(
        () => true,
        () => false,
      ),
    )
  })
  after(async () => {
    await stop()
    await p[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = async (
    scheme: 'http' | 'https',
    path: string,
    { method = 'GET', headers = {} }: { method?: string; headers?: Readonly<Record<string, string>> } = {},
  ) => {
    const options = {
      ...{ host: '127.0.0.1', port: ports[scheme], path, method, ca: authority, servername: 'localhost' },
      headers: { host: 'probata.example.com', ...headers },
    }
    const clientRequest = scheme === 'https' ? requestTls(options) : request(options)
    clientRequest.end()
    const [response] = await once(clientRequest, 'response')
    const { statusCode: status, headers: responseHeaders } = response
    return { status, headers: responseHeaders, body: await text(response) }
  }

  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  test('a page over plain HTTP redirects to HTTPS', async () => {
    for (const path of ['/', '/evidence?limit=1', '/sign-in']) {
      const { status, headers } = await ask('http', path, { headers: browser })
      assert.deepEqual([status, headers.location], [301, `https://probata.example.com${path}`])
    }
  })

  test('every program request over plain HTTP is rejected, without a redirect', async () => {
    const token = { authorization: 'Bearer a-token-that-was-just-sent-in-clear' }
    const requests: readonly (readonly [path: string, options: Parameters<typeof ask>[2]])[] = [
      ['/api/v1/governance/evidence/claims', { headers: token }],
      ['/api/v1/governance/evidence/claims', { headers: { ...token, ...browser } }],
      ['/api/v1/auth/token', { method: 'POST' }],
      ['/api/workspace/session', { method: 'POST', headers: browser }],
      ['/api/openapi.json', { headers: browser }],
      ['/scim/v2/acme/Users', { headers: { ...token, ...browser } }],
      ['/metrics', { headers: browser }],
      ['/', { headers: { ...token, ...browser } }],
      ['/', { method: 'POST', headers: browser }],
      ['/', { headers: { accept: '*/*' } }],
      ['/calendar/feed.ics', {}],
    ]
    for (const [path, options] of requests) {
      const { status, headers, body } = await ask('http', path, options)
      assert.deepEqual([status, headers.location, body], [403, undefined, 'Use https.\n'], path)
    }
  })

  test('no redirect goes to a host name that the caller chose', async () => {
    const { headers } = await ask('http', '/', { headers: { ...browser, host: 'evil.example' } })
    assert.equal(headers.location, 'https://probata.example.com/')
  })

  test("over HTTPS it works, and every response has HSTS once, including nginx's own", async () => {
    const readiness = await ask('https', '/api/health/ready')
    assert.equal(readiness.status, 200)
    const largeRequest = await ask('https', '/api/v1/auth/token', {
      method: 'POST',
      headers: { 'content-length': String(200 * 1024 * 1024) },
    }).catch(() => undefined)
    for (const response of [readiness, await ask('https', '/', { headers: browser }), largeRequest])
      assert.equal(response?.headers['strict-transport-security'], 'max-age=31536000; includeSubDomains')
    assert.equal(largeRequest?.status, 413)
  })
})
