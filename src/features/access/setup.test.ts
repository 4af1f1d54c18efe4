import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hour, second } from '#lib/clock.ts'
import { boot } from '#test/system.ts'
import { offerSetup } from './setup-link.ts'

const setup = '/api/workspace/setup'
const person = { email: 'First@new.example', name: 'First', password: 'fifteen or more' }
const tokenOf = (url: string | undefined) => url?.split('#')[1] ?? ''

test('only the latest link works, once within 24 hours, and creates the first administrator', async () => {
  await using fresh = await boot({ provision: null })
  const { services } = fresh.system
  const use = (token: string) => fresh.call('POST', setup, { body: { ...person, token } })
  const checkState = async (token: string) =>
    (await fresh.call('POST', `${setup}/look`, { body: { token } })).body.state
  const refusal = async (token: string) => {
    const { status, body } = await use(token)
    return [status, body.message]
  }
  const expired = [401, 'The setup link has expired; restart Probata to get a new one.']
  const unknown = [401, 'The setup link is not the latest one; restart Probata to get a new one.']
  const used = [401, 'The setup link was already used; sign in, or ask an administrator for an invitation.']
  const replaced = tokenOf(await offerSetup(services))
  const late = tokenOf(await offerSetup(services))
  assert.deepEqual([await refusal(replaced), await checkState(replaced)], [unknown, 'unknown'])
  fresh.clock.advance(24 * hour + second)
  assert.deepEqual([await refusal(late), await checkState(late)], [expired, 'expired'])

  const url = await offerSetup(services)
  assert.ok(url?.startsWith(`${fresh.url}/setup#`))
  const token = tokenOf(url)
  assert.equal((await fresh.call('POST', setup, { body: { ...person, token, password: 'too short' } })).status, 400)
  assert.equal(await checkState(token), 'good')
  const responses = await Promise.all([use(token), use(token), use(token)])
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 401, 401])
  const response = responses.find(({ status }) => status === 201)
  assert.deepEqual([response?.body.person.role, response?.body.person.email], ['admin', 'first@new.example'])
  assert.equal(response?.body.signedInWith, 'setup')
  const cookie = response?.headers.get('set-cookie')?.split(';')[0] ?? ''
  assert.equal((await fresh.call('GET', '/api/workspace/service-accounts', { cookie })).status, 200)
  assert.equal(await offerSetup(services), undefined)
  // A person with the link learns that it was used. A caller who guesses learns nothing, even after a restart.
  assert.deepEqual([await refusal(token), await checkState(token)], [used, 'used'])
  assert.deepEqual([await refusal(late), await checkState(late)], [unknown, 'unknown'])
  assert.deepEqual([await refusal('x'), await checkState('x')], [unknown, 'unknown'])
})

test('the setup names the workspace and sets its time zone, and the audit trail has both', async () => {
  await using fresh = await boot({ provision: null })
  const token = tokenOf(await offerSetup(fresh.system.services))
  const names = { workspaceName: 'New Bank', timeZone: 'Europe/Vienna' }
  const rejection = await fresh.call('POST', setup, {
    body: { ...person, token, ...names, timeZone: 'Europe/Nowhere' },
  })
  assert.deepEqual([rejection.status, rejection.body.issues[0].path], [400, ['timeZone']])
  const response = await fresh.call('POST', setup, { body: { ...person, token, ...names } })
  assert.deepEqual([response.status, response.body.organization.name], [201, 'New Bank'])
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { body: settings } = await fresh.call('GET', '/api/workspace/settings', { cookie })
  assert.deepEqual([settings.name, settings.timeZone], ['New Bank', 'Europe/Vienna'])
  const { body: auditTrail } = await fresh.call('GET', '/api/workspace/audit?action=workspace.settings', { cookie })
  assert.equal(auditTrail.auditEvents.length, 1)
})
