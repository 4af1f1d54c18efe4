import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '#src/features.ts'
import { exchange } from '#test/hostile/raw.ts'
import { boot, type Probata } from '#test/system.ts'

const assets = join(import.meta.dirname, '..', '..', 'dist', 'web', 'assets')
const assetsOf = (ending: string) => globSync(`*.${ending}`, { cwd: assets }).slice(0, 1)

interface ObservedResponse {
  readonly path: string
  readonly headers: Headers
}

describe('headers for browsers', () => {
  let probata: Probata
  let responses: ObservedResponse[]

  const ask = async (path: string, init: RequestInit = {}): Promise<ObservedResponse> => {
    const response = await fetch(probata.url + path, { redirect: 'manual', ...init })
    await response.arrayBuffer()
    return { path, headers: response.headers }
  }

  before(async () => {
    probata = await boot()
    const cookie = await probata.signIn('admin@acme.example')
    const requests: [string, RequestInit?][] = [
      ['/'],
      ['/evidence', { headers: { accept: 'text/html' } }],
      ['/preview'],
      ['/verify'],
      ['/icon.svg'],
      ['/docs/'],
      ['/docs/js/scalar.js'],
      ['/api/openapi.json'],
      ['/api/health/live'],
      ['/metrics'],
      ['/nothing-here'],
      ['/api/v1/governance/evidence/claims'],
      ['/api/workspace/session', { headers: { cookie } }],
      ['/api/workspace/session', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
      ['/api/calendar/none.ics'],
      ...['js', 'css', 'mjs', 'svg', 'woff2'].flatMap(assetsOf).map((name): [string] => [`/assets/${name}`]),
    ]
    responses = await Promise.all(requests.map(([path, init]) => ask(path, init)))
    const malformedReply = await exchange(probata.url, 'GET / HTTP/1.1\r\nHost: a\r\nno header\r\n\r\n')
    responses.push({ path: 'not HTTP', headers: new Headers(malformedReply.headers) })
  })

  after(() => probata?.[Symbol.asyncDispose]())

  test('every response says how a browser must handle it', () => {
    for (const { path, headers } of responses) {
      const type = headers.get('content-type') ?? ''
      assert.match(headers.get('strict-transport-security') ?? '', /^max-age=31536000;/, path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
      assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'/, path)
      assert.match(type, /^[a-z]+\/[\w.+-]+/, path)
      // Text, XML and scripts must have a charset. Fonts and images have none.
      if (/^text\/|xml|javascript|json/.test(type)) assert.match(type, /; charset=utf-8$/, path)
    }
  })

  test('no page may use eval or run inline scripts', () => {
    for (const { path, headers } of responses) {
      const [, scripts = "'none'"] = /script-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? []
      assert.doesNotMatch(scripts, /unsafe-|\*|https?:|data:/, path)
    }
  })

  test('no other origin may read a response', async () => {
    const origin = 'https://elsewhere.example'
    for (const { path } of responses.filter(({ path }) => path.startsWith('/'))) {
      const { headers } = await ask(path, { headers: { origin } })
      const allowed = headers.get('access-control-allow-origin')
      assert.equal(allowed, path.startsWith('/assets/') ? '*' : null, path)
      assert.equal(headers.get('access-control-allow-credentials'), null, path)
    }
  })

  test('only the built app is served as files', async () => {
    const paths = ['/.git/config', '/.git/HEAD', '/package.json', '/src/main.ts', '/data/master.key', '/.env']
    const traversalPaths = paths.flatMap(path => [
      path,
      `/assets/..${path}`,
      `/assets/%2e%2e%2f%2e%2e${path}`,
      `/docs/..${path}`,
    ])
    for (const path of traversalPaths) {
      const { status } = await exchange(probata.url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      assert.ok(status === 404 || status === 400 || status === 403, `${path}: ${status}`)
    }
  })

  test('no operation that changes data is a GET', () => {
    const gets = endpoints.filter(({ method }) => method === 'GET')
    assert.ok(gets.length > 50)
    assert.deepEqual(
      gets.filter(({ kind }) => kind !== 'reading').map(({ name }) => name),
      [],
    )
  })
})
