import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { claimInput } from '#test/fixture.ts'
import { locked } from '#test/locked.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { boot, untilBlocked } from '#test/system.ts'

const claims = '/api/v1/governance/evidence/claims'
const unknownOutcome = /unknown whether the change was made\. Repeat it with the same Idempotency-Key\.$/

/** Starts a system behind a proxy to its database, and a connection as the owner that bypasses the proxy. */
const start = async (stack: AsyncDisposableStack, connection: pg.ClientConfig = {}) => {
  const database = stack.use(await createTestDatabase('workspace'))
  const proxy = stack.use(await startDatabaseProxy(database.connection))
  const p = stack.use(await boot({ database: { ...proxy.connection, ...connection }, provision: null }))
  return { proxy, p: { ...p, connection: database.connection } }
}

test('a connection lost after the commit was sent: the outcome is unknown, and the key reveals it', async () => {
  await using stack = new AsyncDisposableStack()
  const { p, proxy } = await start(stack)
  const token = await p.token('acme-scanner')
  const create = (name: string, key?: string) =>
    p.call('POST', claims, { token, body: claimInput(name), ...(key && { key }) })
  const [withKey, withoutKey] = await locked(p, 'lock table evidence_claim in share mode', async () => {
    const pending = [create('doubt-1', 'doubt-key-1'), create('doubt-2')]
    await untilBlocked(p, 2)
    proxy.cut()
    return Promise.all(pending)
  })
  proxy.mend()
  assert.deepEqual([withKey?.status, withoutKey?.status], [503, 503])
  assert.match(withKey?.body.message, unknownOutcome)
  assert.match(withoutKey?.body.message, /unknown whether the change was made\. Check before you repeat it\.$/)
  assert.equal((await create('doubt-1', 'doubt-key-1')).status, 201)
  const rows = await p.sql(`select from evidence_claim where claim_key = 'doubt-1'`)
  assert.equal(rows.length, 1)
})

test('a connection lost before the commit was sent: no unknown outcome is reported', async () => {
  await using stack = new AsyncDisposableStack()
  const { p, proxy } = await start(stack)
  const cookie = await p.signIn('admin@acme.example')
  const path = '/api/workspace/evidence-requirements'
  const [requirement] = (await p.call('GET', path, { cookie })).body.requirements
  const rename = () =>
    p.call('PATCH', `${path}/${requirement.id}`, {
      cookie,
      key: 'rename-key-1',
      body: { title: 'Anew', reason: 'a new name' },
    })
  const response = await locked(p, 'select from evidence_requirement for update', async () => {
    const pending = rename()
    await untilBlocked(p, 1)
    proxy.cut()
    return pending
  })
  proxy.mend()
  assert.deepEqual(
    [response.status, response.body.message],
    [503, 'The database cannot be reached now; try again in a few seconds.'],
  )
  assert.equal((await rename()).status, 200)
})

test('a connection that drops all data, while others work, ends the calls that wait for it', async () => {
  await using stack = new AsyncDisposableStack()
  const { p, proxy } = await start(stack, { query_timeout: 1500 })
  const token = await p.token('acme-scanner')
  assert.equal((await p.call('GET', claims, { token })).status, 200)
  proxy.freeze()
  const { status, headers } = await p.call('GET', claims, { token })
  assert.deepEqual([status, headers.get('retry-after')], [503, '1'])
  const untilServed = async (): Promise<void> => {
    if ((await p.call('GET', claims, { token })).status !== 200) await untilServed()
  }
  await untilServed()
  const repeat = await p.call('POST', claims, { token, key: 'frozen-key-1', body: claimInput('frozen-1') })
  assert.equal(repeat.status, 201)
})
