import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { boot, type Probata } from '#test/system.ts'

let p: Probata

before(async () => {
  p = await boot()
})
after(() => p[Symbol.asyncDispose]())

const pageHeaders = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const script = '/docs/js/scalar.js'
const assets = join(import.meta.dirname, '../../dist/web/assets')
const scripts = readdirSync(assets).filter(name => name.endsWith('.js'))
// The largest script, because small ones are not worth compressing.
const asset = `/assets/${scripts.toSorted((a, b) => statSync(join(assets, b)).size - statSync(join(assets, a)).size)[0]}`

describe('paths that are not pages of the app', () => {
  for (const path of [
    '/assets/x.js',
    '/assets/nothing',
    '/assets/',
    '/assets/../index.html',
    '/assets/x/y.js',
    '/foo.png',
    '/favicon.ico',
    '/robots.txt',
    '/evidence/claims.json',
    '/.well-known/change-password',
    '/.git/config',
    '/.env',
    '/api/nothing',
    '/x.php?a=b',
  ])
    test(`${path}: 404`, async () => {
      for (const headers of [pageHeaders, { accept: '*/*' }]) {
        const { status, body } = await p.call('GET', path, { headers })
        assert.deepEqual([status, body.error], [404, 'not_found'])
      }
    })

  test('pages of the app return the HTML shell', async () => {
    for (const path of ['/', '/evidence/claims', '/webhooks/whk_01/deliveries/whd_01?x=a.b', '/no/such/page']) {
      const { status, headers, text } = await p.call('GET', path, { headers: pageHeaders })
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'], path)
      assert.match(text, /<html/)
      assert.equal(headers.get('cache-control'), 'no-store')
      const headResponse = await p.call('HEAD', path, { headers: pageHeaders })
      assert.deepEqual(
        [headResponse.status, headResponse.text, headResponse.headers.get('content-length')],
        [200, '', `${Buffer.byteLength(text)}`],
      )
    }
  })
})

describe('the files that a page names in its Link header', () => {
  const linksOf = async (path: string, language = 'en-GB,en;q=0.9'): Promise<string[]> => {
    const headers = { ...pageHeaders, 'accept-language': language }
    const response = await p.call('GET', path, { headers })
    return Array.from((response.headers.get('link') ?? '').matchAll(/<([^>]+)>/g), ([, target = '']) => target)
  }

  test('exist, once each', async () => {
    const cookie = await p.signIn('admin@acme.example')
    for (const path of ['/', '/sign-in', '/evidence/claims', '/webhooks/whk_01']) {
      const targets = await linksOf(path)
      assert.ok(targets.length > 4, path)
      assert.deepEqual(targets, [...new Set(targets)], path)
      for (const target of targets) assert.equal((await p.call('GET', target, { cookie })).status, 200, target)
    }
  })

  test('are in the preferred language of the browser, and English for others', async () => {
    const english = await linksOf('/sign-in')
    for (const language of ['fr', '*', 'en', 'fr, en-US;q=0.8, de;q=0.5'])
      assert.deepEqual(await linksOf('/sign-in', language), english, language)
    const german = await linksOf('/sign-in', 'fr-CH, de-AT;q=0.8, en;q=0.5')
    assert.deepEqual([german.length, german.filter(target => !english.includes(target)).length], [english.length, 2])
  })

  test('do not include the session outside of the workspace', async () => {
    const session = '/api/workspace/session'
    for (const path of ['/', '/evidence/claims', '/no/such/page']) assert.ok((await linksOf(path)).includes(session))
    for (const path of ['/sign-in', '/sign-in/callback', '/setup', '/invitation', '/forgot', '/room', '/room/items/1'])
      assert.ok(!(await linksOf(path)).includes(session), path)
  })
})

const fetchBytes = async (path: string, coding: string | undefined) => {
  const { request } = await import('undici')
  const { headers, body } = await request(p.url + path, {
    headers: coding === undefined ? {} : { 'accept-encoding': coding },
  })
  return { headers, bytes: Buffer.from(await body.arrayBuffer()) }
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes } as const

describe('negotiation', () => {
  const negotiationCases = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.2, gzip;q=0.9', 'gzip'],
    ['br;q=0,gzip;q=0', 'identity'],
    ['identity', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['zstd', 'identity'],
    ['gzipped', 'identity'],
  ] as const
  for (const path of [script, asset, '/api/openapi.json'])
    test(`${path}: the requested coding`, async () => {
      const { bytes: plainBytes } = await fetchBytes(path, undefined)
      for (const [acceptEncoding, coding] of negotiationCases) {
        const { headers, bytes } = await fetchBytes(path, acceptEncoding)
        assert.equal(headers['content-encoding'] ?? 'identity', coding, String(acceptEncoding))
        assert.equal(headers.vary, 'Accept-Encoding')
        assert.equal(Number(headers['content-length']), bytes.length)
        assert.ok(decoders[coding](bytes).equals(plainBytes), String(acceptEncoding))
      }
    })

  for (const path of [script, asset, '/icon.svg', '/docs/'])
    test(`${path}: an unchanged file returns 304`, async () => {
      const { headers } = await p.call('GET', path)
      const etag = headers.get('etag') ?? ''
      assert.match(etag, /^W\/"[\w-]+"$/)
      for (const ifNoneMatch of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
        for (const method of ['GET', 'HEAD']) {
          const response = await p.call(method, path, { headers: { 'if-none-match': ifNoneMatch } })
          assert.deepEqual([response.status, response.text], [304, ''], ifNoneMatch)
          for (const name of ['etag', 'cache-control', 'vary'])
            assert.equal(response.headers.get(name), headers.get(name), name)
        }
      }
      for (const otherTag of ['"x"', `W/"${etag.slice(3, -2)}x"`])
        assert.equal((await p.call('GET', path, { headers: { 'if-none-match': otherTag } })).status, 200, otherTag)
    })
})

test('responses that need a credential or appear once are never cached', async () => {
  const token = await p.token('acme-scanner')
  const cookie = await p.signIn('admin@acme.example')
  const responses = [
    await p.call('GET', '/api/v1/governance/evidence/claims', { token }),
    await p.call('GET', '/api/v1/governance/evidence/claims'),
    await p.call('GET', '/api/workspace/session', { cookie }),
    await p.call('GET', '/api/workspace/people', { cookie }),
    await p.call('POST', '/api/workspace/invitations/look', { body: { token: 'x'.repeat(43) } }),
    await p.call('POST', '/api/v1/auth/token', { body: {} }),
    await p.call('GET', '/api/calendar/x.ics'),
    await p.call('GET', '/metrics'),
    await p.call('GET', '/nothing'),
  ]
  for (const { headers } of responses) assert.equal(headers.get('cache-control'), 'no-store')
  for (const path of ['/api/openapi.json', '/docs/', '/icon.svg', asset])
    assert.match((await p.call('GET', path)).headers.get('cache-control') ?? '', /^public, max-age=/)
})

test('/metrics answers only requests for a loopback host name', async () => {
  const port = new URL(p.url).port
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'LOCALHOST', `[::1]:${port}`])
    assert.equal((await p.call('GET', '/metrics', { headers: { host } })).status, 200, host)
  for (const host of [
    'rebound.example',
    `127.0.0.1.rebound.example:${port}`,
    `localhost.rebound.example`,
    '10.0.0.1',
  ]) {
    const { status, text } = await p.call('GET', '/metrics', { headers: { host } })
    assert.deepEqual([status, text.includes('probata_')], [404, false], host)
  }
})
