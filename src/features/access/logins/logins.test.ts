import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { minute, second } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { dana, workspaces } from '#test/two-workspaces.ts'

let p: Probata
let acme: string
let globex: string
before(async () => {
  p = await boot({ provision: workspaces })
  acme = await p.signIn('admin@acme.example')
  globex = await p.signIn('admin@globex.example')
})
after(() => p[Symbol.asyncDispose]())

const reason = 'for the test of one login'
const session = '/api/workspace/session'

const signIn = (email: string, text = password, overrides: object = {}) => {
  // Each address may try ten times a minute.
  p.clock.advance(minute + second)
  return p.call('POST', session, { body: { email, password: text, ...overrides } })
}
const cookieOf = (response: Awaited<ReturnType<typeof signIn>>): string =>
  response.headers.getSetCookie().join().split(';')[0] ?? ''

const ask = (cookie: string, method: string, path: string, body?: object) =>
  p.call(method, path, { cookie, ...(method !== 'GET' && { body: { reason, ...body } }) })

let counter = 0
const newAddress = () => `person-${++counter}@shared.example`

const create = async (cookie: string, email: string, text: string): Promise<string> => {
  const body = { email, name: 'New Person', role: 'auditor', password: text }
  const response = await ask(cookie, 'POST', '/api/workspace/people', body)
  assert.equal(response.status, 201, response.text)
  return response.body.person.id
}

/** Renders a response without values that differ between records. */
const normalizeResponse = ({ status, body }: Awaited<ReturnType<typeof signIn>>, email: string): string =>
  JSON.stringify([status, body])
    .replaceAll(email, 'ADDRESS')
    .replaceAll(/[a-z]{3}_[0-9A-Z]{26}|\d{4}-\d\d-\d\dT[\d:.]+Z|[A-Za-z0-9_-]{24,}/g, '…')

describe('an address in another workspace', () => {
  test('is not revealed by creating a person or an invitation: the responses are those for an unknown address', async () => {
    const [existing, unknown] = [newAddress(), newAddress()]
    await create(globex, existing, 'their own password')
    for (const path of ['/api/workspace/people', '/api/workspace/people/invitations']) {
      const body = (email: string) => ({ email, name: 'New Person', role: 'auditor' })
      const [one, other] = [await ask(acme, 'POST', path, body(existing)), await ask(acme, 'POST', path, body(unknown))]
      assert.equal(one.status, path.endsWith('people') ? 201 : 409)
      assert.equal(normalizeResponse(one, existing), normalizeResponse(other, unknown), path)
    }
  })

  test('is not revealed by an invitation or its link', async () => {
    const [existing, unknown] = [newAddress(), newAddress()]
    await create(globex, existing, 'their own password')
    const responses: string[] = []
    for (const email of [existing, unknown]) {
      const invitation = await ask(acme, 'POST', '/api/workspace/people/invitations', {
        email,
        name: 'New Person',
        role: 'auditor',
      })
      const token = invitation.body.url.split('#')[1]
      const preview = await p.call('POST', '/api/workspace/invitations/look', { body: { token } })
      const acceptance = await p.call('POST', '/api/workspace/invitations/accept', {
        body: { token, password: 'a password of this workspace' },
      })
      assert.equal(acceptance.status, 201, acceptance.text)
      responses.push(...[invitation, preview, acceptance].map(response => normalizeResponse(response, email)))
    }
    assert.deepEqual(responses.slice(0, 3), responses.slice(3))
  })

  test('may have a different password there: each password opens only its own workspace and reveals nothing about the other', async () => {
    const email = newAddress()
    await create(acme, email, 'the password in acme')
    await create(globex, email, 'the password in globex')
    for (const slug of ['acme', 'globex']) {
      const response = await signIn(email, `the password in ${slug}`)
      assert.deepEqual([response.status, response.body.organization?.slug], [200, slug])
      const other = slug === 'acme' ? 'globex' : 'acme'
      assert.equal((await signIn(email, `the password in ${slug}`, { organization: other })).status, 401)
    }
    assert.equal((await signIn(email, 'another password')).status, 401)
  })
})

describe('a person with two workspaces', () => {
  test('chooses a workspace after all proofs are correct, and learns nothing before', async () => {
    const unknown = await signIn('unknown@shared.example')
    const rejection = await signIn(dana, 'a wrong password')
    assert.deepEqual([rejection.status, rejection.body.message], [401, unknown.body.message])
    const signInResponse = await signIn(dana)
    assert.equal(signInResponse.status, 202, signInResponse.text)
    assert.equal(signInResponse.headers.get('set-cookie'), null)
    assert.deepEqual(
      signInResponse.body.workspaces.map(({ slug, role }: { slug: string; role: string }) => [slug, role]).sort(),
      [
        ['acme', 'admin'],
        ['globex', 'auditor'],
      ],
    )
    const { choice } = signInResponse.body
    const choose = (organization: string) => p.call('POST', `${session}/choice`, { body: { choice, organization } })
    assert.equal((await choose('elsewhere')).status, 401)
    const response = await choose('globex')
    assert.deepEqual(
      [response.status, response.body.organization.slug, response.body.person.role],
      [200, 'globex', 'auditor'],
    )
    assert.equal((await ask(cookieOf(response), 'GET', session)).body.organization.slug, 'globex')
    assert.equal((await choose('globex')).status, 401, 'a choice works once')
  })

  test('can name the workspace and skip the choice', async () => {
    const response = await signIn(dana, password, { organization: 'acme' })
    assert.deepEqual([response.status, response.body.organization.slug], [200, 'acme'])
    assert.equal((await signIn(dana, password, { organization: 'elsewhere' })).status, 401)
  })

  test('a choice expires after five minutes, and becomes void when the person is disabled', async () => {
    const requestChoice = async () => (await signIn(dana)).body.choice
    const choose = (choice: string) => p.call('POST', `${session}/choice`, { body: { choice, organization: 'globex' } })
    const late = await requestChoice()
    p.clock.advance(5 * minute + second)
    assert.equal((await choose(late)).status, 401)

    const choiceBefore = await requestChoice()
    const { body } = await signIn(dana, password, { organization: 'globex' })
    globex = await p.signIn('admin@globex.example')
    const path = `/api/workspace/people/${body.person.id}`
    await ask(globex, 'PATCH', path, { disabled: true })
    assert.equal((await choose(choiceBefore)).status, 401)
    const response = await signIn(dana)
    assert.deepEqual([response.status, response.body.organization.slug], [200, 'acme'])
    await ask(globex, 'PATCH', path, { disabled: false })
  })
})

describe('client ids', () => {
  const createAccount = (cookie: string, clientId?: string) =>
    ask(cookie, 'POST', '/api/workspace/service-accounts', {
      name: 'Scanner',
      scopes: ['governance.evidence:read'],
      ...(clientId && { clientId }),
    })

  test("start with the workspace's slug, so that no workspace can take or probe another workspace's ids", async () => {
    acme = await p.signIn('admin@acme.example')
    const bank = await p.signIn('admin@acme-bank.example')
    assert.match((await createAccount(acme)).body.serviceAccount.clientId, /^acme_[0-9A-Z]{26}$/)
    assert.equal((await createAccount(bank, 'acme-bank_x')).status, 201)
    for (const foreign of ['scanner', 'acme', 'acme_', 'acme-x', 'acme-bank_x', 'acme-bank_y', 'globex_x', 'ACME_x']) {
      const { status, body } = await createAccount(acme, foreign)
      assert.deepEqual([status, body.issues?.[0].path], [400, ['clientId']], foreign)
    }
    assert.equal((await createAccount(acme, 'acme_x')).status, 201)
    assert.equal((await createAccount(acme, 'acme_x')).status, 409)
  })
})
