import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour, second } from '#lib/clock.ts'
import { boot } from '#test/system.ts'
import { offerSetup } from './setup-link.ts'

const setup = '/api/workspace/setup'
const person = { email: 'First@new.example', name: 'First', password: 'fifteen or more' }
const tokenOf = (url: string | undefined) => url?.split('#')[1] ?? ''

test('the latest link makes one administrator, once, within 24 hours', async () => {
  await using fresh = await boot({ provision: null })
  const { services } = fresh.system
  const use = (token: string) => fresh.call('POST', setup, { body: { ...person, token } })
  const void1 = tokenOf(await offerSetup(services))
  const late = tokenOf(await offerSetup(services))
  assert.equal((await use(void1)).status, 401)
  fresh.clock.advance(24 * hour + second)
  assert.equal((await use(late)).status, 401)

  const url = await offerSetup(services)
  assert.ok(url?.startsWith(`${fresh.url}/setup#`))
  const token = tokenOf(url)
  assert.equal((await fresh.call('POST', setup, { body: { ...person, token, password: 'too short' } })).status, 400)
  const answers = await Promise.all([use(token), use(token), use(token)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 401, 401])
  const done = answers.find(({ status }) => status === 201)
  assert.deepEqual([done?.body.person.role, done?.body.person.email], ['admin', 'first@new.example'])
  assert.equal(done?.body.signedInWith, 'setup')
  const cookie = done?.headers.get('set-cookie')?.split(';')[0] ?? ''
  assert.equal((await fresh.call('GET', '/api/workspace/service-accounts', { cookie })).status, 200)
  assert.equal(await offerSetup(services), undefined)
  const [stored] = await fresh.sql('select count(*)::int as links from setup_link')
  assert.equal(stored?.links, 0)
})
