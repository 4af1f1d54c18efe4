import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day } from '#lib/clock.ts'
import { provision } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { senderOf } from '#test/scim.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let workspace: string
before(async () => {
  p = await boot()
  const [row] = await p.sql(`select id from organization where slug = 'acme'`)
  workspace = String(row?.id).slice('org_'.length)
})
after(() => p[Symbol.asyncDispose]())

const apply = (...provisioningTokens: object[]) =>
  provision(p.system.services, sections, { organizations: [{ slug: 'acme', name: 'acme Bank', provisioningTokens }] })
const listTokens = async () => {
  const cookie = await p.signIn('admin@acme.example')
  return { cookie, ...(await p.call('GET', '/api/workspace/provisioning-tokens', { cookie })).body }
}

test('a token in the file is shown once and works; people created with it have no custodian', async () => {
  const { secrets, counts } = await apply({ name: 'Entra ID', expiresInDays: 30 })
  const [{ kind, name, path, secret } = assert.fail('no secret is shown')] = secrets
  assert.deepEqual([secrets.length, counts.created, kind, name], [1, 1, 'provisioningToken', 'Entra ID'])
  assert.equal(path, 'organizations[0].provisioningTokens[0]')
  const id = await senderOf(p, workspace, secret).user('grace@acme.example')
  const { cookie, provisioningTokens } = await listTokens()
  const [token] = provisioningTokens
  assert.deepEqual([provisioningTokens.length, token.name, token.status], [1, 'Entra ID', 'active'])
  assert.equal(Math.round((Date.parse(token.expiresAt) - p.clock.now()) / day), 30)
  const custodians = await p.call('GET', `/api/workspace/people/${id}/custodians`, { cookie })
  assert.deepEqual(custodians.body.custodians, [], custodians.text)
  const repeat = await apply({ name: 'Entra ID' })
  assert.deepEqual([repeat.secrets, repeat.counts.created, repeat.counts.updated], [[], 0, 0])
  const rows = await p.sql(
    `select record::json ->> 'actorId' as by from audit_event where action = 'provisioning_token.create'`,
  )
  assert.deepEqual(rows, [{ by: 'provisioning' }])
  const events = await p.sql(`select 1 from security_event where type = 'provisioningTokenChanged'`)
  assert.equal(events.length, 1)
  assert.equal((await p.sql('select 1 from provisioning_token where record like $1', [`%${secret}%`])).length, 0)
})

test('the file does not restore a token that an administrator revoked', async () => {
  const { cookie, provisioningTokens } = await listTokens()
  const path = `/api/workspace/provisioning-tokens/${provisioningTokens[0].id}`
  const body = { reason: 'the provider was replaced' }
  const revoked = await p.call('DELETE', path, { cookie, body })
  assert.ok(revoked.status < 300, revoked.text)
  assert.deepEqual((await apply({ name: 'Entra ID' })).secrets, [])
  assert.equal((await apply({ name: 'Entra ID, new' })).secrets.length, 1)
})

test('an invalid file is rejected with the path of each error and applies nothing', async () => {
  const tooManyTokens = Array.from({ length: 11 }, (_, n) => ({ name: `Token ${n}` }))
  await assert.rejects(apply(...tooManyTokens), /provisioningTokens\[9\]\.name is refused: .*at most 10/)
  await assert.rejects(apply({ name: 'x' }, { name: 'x' }), /provisioningTokens\[1\]\.name is the same as in/)
  await assert.rejects(apply({ name: 'x', token: 'pbp_chosen' }), /provisioningTokens\[0\]/)
  assert.equal((await listTokens()).provisioningTokens.length, 2)
})
