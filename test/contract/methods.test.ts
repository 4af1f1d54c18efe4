import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Operation } from '#http/operation.ts'
import { queryOf, urlPathOf } from '#test/hostile/requests.ts'
import { bootHostile, type HostileClient, operations } from '#test/hostile/workspace.ts'

let hostile: HostileClient

before(async () => {
  hostile = await bootHostile({ PROBATA_RATE_LIMITS: 'token-read=10000,token-write=10000,org=100000' })
})
after(() => hostile[Symbol.asyncDispose]())

const byPath = Map.groupBy(operations, ({ path }) => path)

const allowedAt = (path: string): string[] => {
  const ownMethods = (byPath.get(path) ?? []).flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  // `/webhooks/events` also matches `/webhooks/{webhookId}`, which accepts methods that it does not.
  const urlPath = path.replaceAll(/\{\w+\}/g, 'x')
  const overlapping = operations.filter(other =>
    new RegExp(`^${other.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(urlPath),
  )
  const overlappingMethods = overlapping.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set([...ownMethods, ...overlappingMethods, 'OPTIONS'])].sort()
}

// Headers that differ between responses. undici closes a connection after a HEAD request.
const volatileHeaders = /^(x-request-id|date|connection|keep-alive|x-ratelimit-(remaining|reset)|ratelimit)$/

const stableHeaders = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => !volatileHeaders.test(name)))

const urlOf = (operation: Operation) => {
  const query = queryOf(operation).toString()
  return `${urlPathOf(operation)}${query && `?${query}`}`
}

describe('HEAD', () => {
  for (const operation of operations.filter(({ method }) => method === 'GET'))
    test(`${operation.path}: as GET, without the body, and counted as a read`, async () => {
      const { call } = hostile.probata
      const caller = hostile.callerOf(operation)
      const [getResponse, headResponse] = [
        await call('GET', urlOf(operation), caller),
        await call('HEAD', urlOf(operation), caller),
      ]
      assert.deepEqual([headResponse.status, headResponse.text], [getResponse.status, ''])
      assert.deepEqual(stableHeaders(headResponse.headers), stableHeaders(getResponse.headers))
      if (operation.access !== 'public') assert.equal(headResponse.headers.get('x-ratelimit-bucket'), 'token-read')
      assert.equal(headResponse.headers.get('cache-control'), 'no-store')
    })

  test('also works outside the operations', async () => {
    for (const path of [
      '/api/openapi.json',
      '/api/workspace/openapi.json',
      '/docs/',
      '/docs',
      '/metrics',
      '/icon.svg',
    ]) {
      const [getResponse, headResponse] = [
        await hostile.probata.call('GET', path),
        await hostile.probata.call('HEAD', path),
      ]
      assert.deepEqual([headResponse.status, headResponse.text], [getResponse.status, ''], path)
      const lengthHeader = ['/metrics', '/docs'].includes(path) ? { 'content-length': '' } : {}
      assert.deepEqual(
        { ...stableHeaders(headResponse.headers), ...lengthHeader },
        { ...stableHeaders(getResponse.headers), ...lengthHeader },
        path,
      )
    }
    assert.equal((await hostile.probata.call('HEAD', '/api/v1/nothing')).status, 401)
    assert.equal((await hostile.probata.call('HEAD', '/nothing')).status, 404)
  })
})

describe('OPTIONS', () => {
  for (const [path, [operation]] of byPath)
    test(`${path}: lists the methods to anyone, and grants nothing`, async () => {
      assert.ok(operation)
      const origin = { headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' } }
      const { status, headers, text } = await hostile.probata.call('OPTIONS', urlPathOf(operation), origin)
      assert.deepEqual([status, text, headers.get('allow')], [204, '', allowedAt(path).join(', ')])
      assert.deepEqual(
        [...headers.keys()].filter(name => name.startsWith('access-control-')),
        [],
      )
    })

  test('a path that is not served gets the same response as any other', async () => {
    const { call, token } = hostile.probata
    assert.equal((await call('OPTIONS', '/api/v1/nothing')).status, 404)
    assert.equal(
      (await call('OPTIONS', '/api/v1/governance/evidence/claims/', { token: await token('hostile') })).status,
      404,
    )
  })
})

describe('a method that is not served', () => {
  for (const [path, [operation]] of byPath)
    test(`${path}: 405 with Allow`, async () => {
      assert.ok(operation)
      const allowed = allowedAt(path)
      const caller = hostile.callerOf(operation)
      const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter(
        name => !allowed.includes(name),
      )
      for (const method of otherMethods) {
        const { status, headers, body } = await hostile.probata.call(method, urlPathOf(operation), caller)
        assert.deepEqual([method, status, headers.get('allow')], [method, 405, allowed.join(', ')])
        if (method !== 'HEAD') assert.equal(body.error, 'invalid_request')
        if (operation.access === 'public') continue
        const response = await hostile.probata.call(method, urlPathOf(operation))
        assert.deepEqual([method, response.status], [method, 401])
      }
    })
})

test('a path with an extra slash is not served', async () => {
  for (const [path, [operation]] of byPath) {
    assert.ok(operation)
    const { status } = await hostile.probata.call('GET', `${urlPathOf(operation)}/`, hostile.callerOf(operation))
    assert.equal(status, operation.access === 'public' && operation.surface !== 'open' ? 401 : 404, path)
  }
})
