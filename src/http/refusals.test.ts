import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { password } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

let probata: Probata
before(async () => {
  probata = await boot({ env: { PROBATA_RATE_LIMITS: 'token-read=5,token-issuance=1000' } })
})
after(() => probata[Symbol.asyncDispose]())

interface Row {
  readonly organization: string
  readonly actor: string
  readonly action: string
  readonly resource: string
  readonly detail: string
}

const rows = async (): Promise<Row[]> => {
  await probata.system.services.refusals.flush()
  const auditRows = await probata.sql(
    `select coalesce(o.slug, e.organization_id) as organization, e.actor_id as actor, e.action,
            e.resource_id as resource, e.record::jsonb->>'detail' as detail
       from audit_event e left join organization o on o.id = e.organization_id
      where e.record::jsonb->>'outcome' = 'refused' order by e.id`,
  )
  return auditRows.map(row => ({
    organization: String(row.organization),
    actor: String(row.actor),
    action: String(row.action),
    resource: String(row.resource),
    detail: String(row.detail),
  }))
}

/** Adds up the refusals of all kinds that the rows count. */
const countRefusals = (refusalRows: readonly Row[]): number =>
  refusalRows
    .flatMap(({ detail }) => detail.split(', '))
    .reduce((sum, kind) => sum + Number(/\((\d+) times\)/.exec(kind)?.[1] ?? 1), 0)

let earlierCount = 0
beforeEach(async () => {
  earlierCount = (await rows()).length
})
const newRows = async () => (await rows()).slice(earlierCount)

const flood = async (times: number, send: (i: number) => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  for (let i = 0; i < times; i += 20) await Promise.all(Array.from({ length: 20 }, (_, j) => send(i + j)))
  return (performance.now() - startedAt) / 1000
}

const claims = '/api/v1/governance/evidence/claims'
const session = '/api/workspace/session'
const foreignOrigin = { origin: 'https://evil.example' }

const floods: Readonly<Record<string, (i: number) => Promise<unknown>>> = {
  'from a foreign page': i =>
    probata.call('POST', ['/api/workspace/people', session][i % 2] ?? '', { headers: foreignOrigin, body: {} }),
  'without a token': () => probata.call('GET', claims),
  'with a wrong token': i => probata.call('GET', claims, { token: `pbt_${i}` }),
  'without a session': () => probata.call('GET', '/api/workspace/people'),
  'from a foreign page, each on another path,': i =>
    probata.call('POST', `/api/workspace/nothing/${i}`, { headers: foreignOrigin }),
}
for (const [name, send] of Object.entries(floods)) {
  test(`400 requests ${name} leave at most one row per second, and the rows count them all`, async () => {
    const seconds = await flood(400, send)
    const refusalRows = await newRows()
    // One more row at the beginning and one at the end.
    assert.ok(refusalRows.length <= seconds + 2, `${refusalRows.length} rows in ${seconds} s`)
    assert.equal(countRefusals(refusalRows), 400)
    for (const { organization, actor } of refusalRows) assert.deepEqual([organization, actor], ['install', 'anonymous'])
  })
}

test('the refusals of a disabled account are recorded in its own workspace, one row per second', async () => {
  const token = await probata.token('globex-second')
  const cookie = await probata.signIn('admin@globex.example')
  const [account] = await probata.sql(`select id from service_account where client_id = 'globex-second'`)
  const path = `/api/workspace/service-accounts/${account?.id}/disable`
  assert.equal((await probata.call('POST', path, { cookie, body: { reason: 'for the test of refusals' } })).status, 200)
  const seconds = await flood(200, async () => {
    assert.equal((await probata.call('GET', claims, { token })).status, 403)
  })
  const refusalRows = await newRows()
  assert.ok(refusalRows.length <= seconds + 2)
  assert.equal(countRefusals(refusalRows), 200)
  for (const { organization, actor } of refusalRows) assert.deepEqual([organization, actor], ['globex', account?.id])
})

test('an account that exceeds its rate limit leaves one row per second, regardless of the endpoint', async () => {
  const token = await probata.token('acme-second')
  const paths = [claims, '/api/v1/governance/evidence/requirements', `${claims}/gec_00000000000000000000000000`]
  const seconds = await flood(205, i => probata.call('GET', paths[i % paths.length] ?? '', { token }))
  const refusalRows = await newRows()
  assert.ok(refusalRows.length <= seconds + 2)
  assert.equal(countRefusals(refusalRows), 220 - 5)
  assert.deepEqual(new Set(refusalRows.map(({ organization }) => organization)), new Set(['acme']))
})

test('each refusal of an identified caller leaves a row, written before the response', async () => {
  const cookie = await probata.signIn('reviewer@acme.example')
  for (let i = 0; i < 3; i++) assert.equal((await probata.call('GET', '/api/workspace/jobs', { cookie })).status, 403)
  const [row] = await probata.sql(
    `select count(*)::int as rows from audit_event where action = 'listJobs'
      and record::jsonb->>'outcome' = 'refused'`,
  )
  assert.deepEqual(row, { rows: 3 })
})

test('wrong passwords for a person are counted under that person; the right password leaves no row', async () => {
  const email = 'auditor@globex.example'
  const send = (text: string) => probata.call('POST', session, { body: { email, password: text } })
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 8 }, () => send('wrong')))
  assert.equal((await send(password)).status, 200)
  const refusalRows = await newRows()
  const seconds = (performance.now() - startedAt) / 1000
  assert.ok(refusalRows.length <= Math.ceil(seconds) + 1, `${refusalRows.length} rows in ${seconds} s`)
  assert.equal(countRefusals(refusalRows), 8)
  const [person] = await probata.sql(`select subject_id as id from login_name where name = $1`, [email])
  for (const { action, resource } of refusalRows) assert.deepEqual([action, resource], ['session.open', person?.id])
})

test('refusals for many accounts attacked at once may share a row, but each is counted', async () => {
  const people = ['admin', 'reviewer', 'contributor', 'auditor', 'second.reviewer'].map(name => `${name}@acme.example`)
  await Promise.all(people.map(email => probata.call('POST', session, { body: { email, password: 'wrong' } })))
  assert.equal(countRefusals(await newRows()), people.length)
})
