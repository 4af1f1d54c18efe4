import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sha256Hex } from '#lib/hash.ts'
import { bundles, exportsPath } from '#test/bundles.ts'
import type { Client } from '#test/client.ts'
import { claimInput, clientSecret, password } from '#test/fixture.ts'
import { attachments, openPath, prover } from '#test/proof.ts'
import { kinds, skipReason, startProxy } from '#test/proxies/reverse-proxies.ts'
import { boot, type Probata } from '#test/system.ts'

const evidence = '/api/v1/governance/evidence'
const requirements = '/api/workspace/evidence-requirements'
const reason = 'The job of the campaign behind proxies'

let p: Probata
let bundle: { readonly id: string; readonly bytes: Buffer }
before(async () => {
  p = await boot({ env: { PROBATA_TRUST_PROXY: '127.0.0.1' } })
  const auditor = { cookie: await p.signIn('auditor@acme.example') }
  bundle = await bundles(p, auditor).make({ kind: 'everything' })
})
after(() => p[Symbol.asyncDispose]())

/** The encoding and the entity tag of a response when it left the proxy. */
type ProxiedResponse = { readonly encoding: string | null; readonly etag: string | null; readonly path: string }

/** Returns a client that uses fetch, as a program would: fetch requests compression, and decompresses responses. */
const clientOf = (url: string, responses: ProxiedResponse[]): Pick<Client, 'call'> => ({
  async call(method, path, { token, cookie, body, key, headers = {} } = {}) {
    const isForm = body instanceof FormData
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...(key && { 'idempotency-key': key }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    responses.push({ path, encoding: response.headers.get('content-encoding'), etag: response.headers.get('etag') })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    }
  },
})

/** How each proxy rewrites our strong entity tag when it compresses a response. Measured with Debian 12. */
const rewrittenTags: Readonly<Record<string, RegExp>> = {
  nginx: /^W\/"[\w-]{22}"$/,
  apache: /^"[\w-]{22}-(br|gzip)"$/,
  caddy: /^"[\w-]{22}"$/,
  haproxy: /^W\/"[\w-]{22}"$/,
}

for (const [name, kind] of Object.entries(kinds)) {
  describe(`behind ${name}`, { skip: skipReason(kind), concurrency: false }, () => {
    let proxy: Awaited<ReturnType<typeof startProxy>>
    let client: Pick<Client, 'call'>
    let token: string
    const responses: ProxiedResponse[] = []
    before(async () => {
      proxy = await startProxy(kind, new URL(p.url).host)
      client = clientOf(proxy.url, responses)
      const form = { grant_type: 'client_credentials', client_id: 'acme-scanner', client_secret: clientSecret }
      const response = await fetch(`${proxy.url}/api/v1/auth/token`, {
        method: 'POST',
        body: new URLSearchParams(form),
      })
      assert.equal(response.status, 200)
      token = Object(await response.json()).access_token
    })
    after(() => proxy[Symbol.asyncDispose]())

    test('a claim, its idempotent replay, and pages of the list', async () => {
      const body = claimInput(`behind-${name}`)
      const response = await client.call('POST', `${evidence}/claims`, { token, body, key: `behind-${name}` })
      const replay = await client.call('POST', `${evidence}/claims`, { token, body, key: `behind-${name}` })
      assert.deepEqual([response.status, replay.status, replay.text], [201, 201, response.text])
      assert.equal(replay.headers.get('idempotency-replayed'), 'true')
      for (let n = 0; n < 4; n++)
        assert.equal(
          (await client.call('POST', `${evidence}/claims`, { token, body: claimInput(`${name}-${n}`) })).status,
          201,
        )
      const ids: string[] = []
      for (let cursor = ''; ; ) {
        const page = await client.call('GET', `${evidence}/claims?limit=2${cursor && `&cursor=${cursor}`}`, { token })
        assert.equal(page.status, 200, page.text)
        ids.push(...page.body.claims.map(({ id }: { id: string }) => id))
        cursor = page.body.pagination.nextCursor ?? ''
        if (!cursor) break
      }
      assert.ok(ids.length >= 5 && new Set(ids).size === ids.length)
      const detail = await client.call('GET', `${evidence}/claims/${response.body.id}`, { token })
      assert.deepEqual(detail.body, response.body)
    })

    test('5 MiB are uploaded and downloaded byte for byte', async () => {
      const bytes = randomBytes(5 * 1024 * 1024)
      const { attach } = prover(client, () => token)
      const claim = await client.call('POST', `${evidence}/claims`, { token, body: claimInput(`${name}-file`) })
      const claimId = claim.body.id
      const { artifactId } = await attach(claimId, { name: 'a report.bin', type: 'application/octet-stream', bytes })
      const { body } = await client.call('GET', openPath(claimId, artifactId), { token })
      assert.equal(sha256Hex(Buffer.from(body.content.dataBase64, 'base64')), sha256Hex(bytes))
      assert.equal(
        (await client.call('GET', `${attachments}?claimId=${claimId}`, { token })).body.attachments.length,
        1,
      )
    })

    test('a change with the version received through the proxy succeeds once; the second is a 412 with the current record', async () => {
      const signedIn = await client.call('POST', '/api/workspace/session', {
        body: { email: 'admin@acme.example', password },
      })
      assert.equal(signedIn.status, 200, signedIn.text)
      const cookie = signedIn.headers
        .getSetCookie()
        .map(text => text.split(';')[0])
        .join('; ')
      const requirement = await client.call('POST', requirements, {
        cookie,
        body: { requirementKey: `PRX-${name}`, title: 'Behind a proxy', description: 'x'.repeat(4000), reason },
      })
      assert.equal(requirement.status, 201, requirement.text)
      const path = `${requirements}/${requirement.body.id}`
      const detail = await client.call('GET', path, { cookie })
      const etag = detail.headers.get('etag') ?? ''
      assert.match(etag, rewrittenTags[name] ?? assert.fail(), `${detail.headers.get('content-encoding')}`)
      assert.ok(detail.headers.get('content-encoding'), 'the proxy compressed the response')
      const change = (title: string) =>
        client.call('PATCH', path, { cookie, headers: { 'if-match': etag }, body: { title, reason } })
      const response = await change('Changed behind a proxy')
      assert.deepEqual([response.status, response.body.title], [200, 'Changed behind a proxy'], response.text)
      const lateChange = await change('Too late')
      assert.deepEqual([lateChange.status, lateChange.body.current.title], [412, 'Changed behind a proxy'])
    })

    test('a proof bundle, downloaded whole and as ranges', async () => {
      const cookie = await p.signIn('auditor@acme.example')
      const url = `${proxy.url}${exportsPath}/${bundle.id}/content`
      const wholeDownload = await fetch(url, { headers: { cookie } })
      assert.ok(Buffer.from(await wholeDownload.arrayBuffer()).equals(bundle.bytes))
      const etag = wholeDownload.headers.get('etag') ?? ''
      const parts: Buffer[] = []
      const third = Math.ceil(bundle.bytes.length / 3)
      for (let start = 0; start < bundle.bytes.length; start += third) {
        const range = `bytes=${start}-${Math.min(start + third, bundle.bytes.length) - 1}`
        const part = await fetch(url, { headers: { cookie, range, 'if-range': etag, 'accept-encoding': 'gzip' } })
        assert.equal(part.status, 206)
        parts.push(Buffer.from(await part.arrayBuffer()))
      }
      assert.ok(Buffer.concat(parts).equals(bundle.bytes))
    })

    test('the reference and its script are not sent again if unchanged', async () => {
      const page = await fetch(`${proxy.url}/docs`)
      const html = await page.text()
      assert.match(html, /<html/i)
      const etag = page.headers.get('etag')
      if (etag) {
        const repeat = await fetch(`${proxy.url}/docs`, { headers: { 'if-none-match': etag } })
        assert.deepEqual([repeat.status, await repeat.text()], [304, ''])
      }
      const source = /<script[^>]+src="([^"]+)"/.exec(html)?.[1]
      const script = await fetch(new URL(source ?? assert.fail(), page.url))
      assert.ok(script.status === 200 && (await script.arrayBuffer()).byteLength > 100_000)
      const scriptRepeat = await fetch(script.url, { headers: { 'if-none-match': script.headers.get('etag') ?? '' } })
      assert.equal(scriptRepeat.status, 304)
    })
  })
}
