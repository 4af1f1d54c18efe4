import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import test, { type TestContext } from 'node:test'
import { nameNotFound } from '#test/receivers/names.ts'
import { createResolver } from './resolve.ts'

const addresses = (last: number): LookupAddress[] => [{ address: `192.0.2.${last}`, family: 4 }]

const busyResolver = () => Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' })

/** A lookup that completes only when the test completes it. */
const manualLookup = () => {
  const names: string[] = []
  const pending: { name: string; result: PromiseWithResolvers<LookupAddress[]> }[] = []
  const take = (name: string) => {
    const at = pending.findIndex(each => each.name === name)
    const [lookup] = pending.splice(at, 1)
    assert.ok(at >= 0 && lookup, `no lookup of ${name} is pending`)
    return lookup.result
  }
  return {
    names,
    inFlight: () => pending.map(({ name }) => name),
    lookup(name: string) {
      const result = Promise.withResolvers<LookupAddress[]>()
      names.push(name)
      pending.push({ name, result })
      return result.promise
    },
    async succeed(name: string, last: number) {
      take(name).resolve(addresses(last))
      await new Promise(setImmediate)
    },
    async fail(name: string, error: Error) {
      take(name).reject(error)
      await new Promise(setImmediate)
    },
  }
}

/** Stops the clock; the returned function advances it. */
const stopTime = ({ mock }: TestContext) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  let now = 0
  mock.method(performance, 'now', () => now)
  return (ms: number) => {
    now += ms
    mock.timers.tick(ms)
  }
}

const ignore = (promise: Promise<unknown>) => void promise.catch(() => {})

test('simultaneous requests for a name share one lookup; later ones start another', async () => {
  const { lookup, names, succeed } = manualLookup()
  const resolve = createResolver({ lookup })
  const [one, two] = [resolve('a.test'), resolve('a.test')]
  await succeed('a.test', 1)
  assert.deepEqual([await one, await two], [addresses(1), addresses(1)])
  const three = resolve('a.test')
  await succeed('a.test', 2)
  assert.deepEqual(await three, addresses(2))
  assert.deepEqual(names, ['a.test', 'a.test'])
})

test('8 of 16 threads look up names: unknown names use at most 4, suspect names 1, proven names all 8', async () => {
  const { lookup, inFlight, succeed, fail } = manualLookup()
  const resolve = createResolver({ lookup, threads: 16 })
  const named = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}.test`)

  for (const name of named('proven', 10)) {
    ignore(resolve(name))
    await succeed(name, 1)
  }
  for (const name of named('suspect', 3)) {
    ignore(resolve(name))
    await fail(name, busyResolver())
  }
  for (const name of [...named('suspect', 3), ...named('unknown', 6), ...named('proven', 10)]) ignore(resolve(name))
  assert.deepEqual(inFlight(), ['suspect0.test', ...named('unknown', 4), ...named('proven', 3)])

  await succeed('proven0.test', 1)
  await succeed('unknown0.test', 1)
  assert.deepEqual(inFlight().slice(-2), ['proven3.test', 'proven4.test'])
  await succeed('suspect0.test', 1)
  assert.equal(inFlight().at(-1), 'proven5.test')
})

test('a name is suspect after a slow lookup, until a quick one', async t => {
  const pass = stopTime(t)
  const { lookup, inFlight, succeed } = manualLookup()
  const resolve = createResolver({ lookup, threads: 16, slowMs: 250 })
  const slow = [resolve('a.test'), resolve('b.test')]
  pass(250)
  await succeed('a.test', 1)
  await succeed('b.test', 2)
  assert.deepEqual(await Promise.all(slow), [addresses(1), addresses(2)])

  ignore(resolve('a.test'))
  ignore(resolve('b.test'))
  assert.deepEqual(inFlight(), ['a.test'])
  await succeed('a.test', 1)
  await succeed('b.test', 2)
  ignore(resolve('a.test'))
  ignore(resolve('b.test'))
  assert.deepEqual(inFlight(), ['a.test', 'b.test'])
})

test('the last addresses are used while a lookup is slow or fails temporarily', async t => {
  const pass = stopTime(t)
  const { lookup, succeed, fail } = manualLookup()
  const resolve = createResolver({ lookup, slowMs: 250 })
  ignore(resolve('a.test'))
  await succeed('a.test', 1)
  const quick = resolve('a.test')
  await succeed('a.test', 2)
  assert.deepEqual(await quick, addresses(2))

  const failing = resolve('a.test')
  await fail('a.test', busyResolver())
  assert.deepEqual(await failing, addresses(2))

  const late = resolve('a.test')
  pass(250)
  assert.deepEqual(await late, addresses(2))
  await succeed('a.test', 3)

  const notFound = assert.rejects(resolve('a.test'), { code: 'ENOTFOUND' })
  await fail('a.test', nameNotFound('a.test'))
  await notFound
  const failed = assert.rejects(resolve('a.test'), { code: 'EAI_AGAIN' })
  await fail('a.test', busyResolver())
  await failed
})

test('the operating system resolves names by default, including localhost', async () => {
  const resolvedAddresses = await createResolver()('localhost')
  assert.ok(resolvedAddresses.every(({ address }) => ['127.0.0.1', '::1'].includes(address)))
})
