import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { systemClock } from '#lib/clock.ts'
import { createGuard, type Guard } from '#lib/guarded/guard.ts'
import { networks } from '#lib/networks.ts'
import { StoreProblem } from '#lib/object-store.ts'
import { passedAll, runProbes } from '#src/features/storage/posture/probes.ts'
import { internalHosts, internalNames, thisMachine } from '#test/receivers/internal-hosts.ts'
import { createNames } from '#test/receivers/names.ts'
import { http, type Receiver, receive } from '#test/receivers/receiver.ts'
import { openS3Store } from './store.ts'

const names = createNames()
for (const [name, addresses] of Object.entries(internalNames)) names.set(name, () => addresses)

const strict = createGuard({ lookup: names.lookup, variable: 'PROBATA_STORAGE_ALLOW', threads: 16 })
const open = createGuard({ lookup: names.lookup, allow: networks('0.0.0.0/0,::/0'), threads: 16 })

/** Receivers that accept connections to any address of this machine. */
let canaries: readonly Receiver[]
let ports: readonly string[]

before(async () => {
  canaries = await Promise.all([receive({ host: '0.0.0.0' }), receive({ host: '::' })])
  ports = canaries.map(({ url }) => new URL(url).port)
})
after(async () => {
  await Promise.all(canaries.map(canary => canary[Symbol.asyncDispose]()))
})

const visits = () => canaries.reduce((sum, { connections }) => sum + connections, 0)

const accessTo = (endpoint: string, guard: Guard) => ({
  settings: { endpoint, region: 'us-east-1', bucket: 'proof', pathStyle: true },
  credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
  guard,
  clock: systemClock,
})

const codeOfList = async (endpoint: string, guard: Guard): Promise<string> => {
  try {
    await using store = await openS3Store({
      ...accessTo(endpoint, guard),
      organizationId: 'org_01K0000000000000000000000A',
    })
    await store.list({ limit: 1 })
    return 'listed'
  } catch (error) {
    assert.ok(error instanceof StoreProblem, String(error))
    return error.code
  }
}

const probes = ['address', 'tls', 'credential', 'write', 'not-public']

for (const host of [...thisMachine, ...internalHosts]) {
  test(`a bucket at ${host} is rejected without a connection`, async () => {
    for (const endpoint of ports.flatMap(port => [`https://${host}:${port}`, `http://${host}:${port}`])) {
      assert.equal(await codeOfList(endpoint, strict), 'refused_address', endpoint)
      const results = await runProbes({ kind: 's3', ...accessTo(endpoint, strict) }, { only: probes })
      assert.deepEqual(
        results.map(({ outcome, code }) => `${outcome} ${code}`),
        probes.map(() => 'failed refused_address'),
        endpoint,
      )
    }
    assert.equal(visits(), 0)
  })
}

test('the canaries received no connection from the tests above, although they accept connections', async () => {
  assert.ok(thisMachine.length + internalHosts.length >= 84)
  assert.equal(visits(), 0)
  for (const port of ports.slice(1)) assert.notEqual(await codeOfList(`http://127.0.0.1:${port}`, open), 'listed')
  assert.ok(visits() > 0)
})

test('a name that resolves to a public address when checked and to this machine when used gets no connection', async () => {
  names.set('rebinding.test', n => (n === 1 ? ['93.184.216.34'] : ['127.0.0.1']))
  const endpoint = `https://rebinding.test:${ports[1]}`
  const visitsBefore = visits()
  assert.equal(await strict.problem(endpoint), undefined)
  assert.equal(await codeOfList(endpoint, strict), 'refused_address')
  assert.equal(visits(), visitsBefore)
})

test('redirects are not followed, to any region', async () => {
  await using canary = await receive({ host: '127.0.0.2' })
  const { origin } = new URL(canary.url)
  for (const status of [301, 302, 307, 308]) {
    const body = `<Error><Code>PermanentRedirect</Code><Endpoint>${new URL(origin).host}</Endpoint><Region>eu-west-1</Region></Error>`
    const headers = {
      location: `${origin}/proof`,
      'x-amz-bucket-region': 'eu-west-1',
      'content-type': 'application/xml',
    }
    await using provider = await receive({ answer: socket => socket.write(http(status, body, headers)) })
    const { origin: endpoint } = new URL(provider.url)
    assert.equal(await codeOfList(endpoint, open), 'unsupported', `${status}`)
    const results = await runProbes({ kind: 's3', ...accessTo(endpoint, open) })
    assert.equal(passedAll(results), false)
    assert.deepEqual(
      results.filter(({ probe }) => ['credential', 'bucket', 'write'].includes(probe)).map(({ outcome }) => outcome),
      ['failed', 'failed', 'failed'],
    )
  }
  assert.equal(canary.connections, 0)
})
