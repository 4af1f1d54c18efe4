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

const signIn = (email: string, text = password, over: object = {}) => {
  // Ten attempts a minute for each address.
  p.clock.advance(minute + second)
  return p.call('POST', session, { body: { email, password: text, ...over } })
}
const cookieOf = (answer: Awaited<ReturnType<typeof signIn>>): string =>
  answer.headers.getSetCookie().join().split(';')[0] ?? ''

const ask = (cookie: string, method: string, path: string, body?: object) =>
  p.call(method, path, { cookie, ...(method !== 'GET' && { body: { reason, ...body } }) })

let made = 0
const fresh = () => `person-${++made}@shared.example`

const create = async (cookie: string, email: string, text: string): Promise<string> => {
  const body = { email, name: 'New Person', role: 'auditor', password: text }
  const answer = await ask(cookie, 'POST', '/api/workspace/people', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.person.id
}

/** An answer without the values that differ between records. */
const seenIn = ({ status, body }: Awaited<ReturnType<typeof signIn>>, email: string): string =>
  JSON.stringify([status, body])
    .replaceAll(email, 'ADDRESS')
    .replaceAll(/[a-z]{3}_[0-9A-Z]{26}|\d{4}-\d\d-\d\dT[\d:.]+Z|[A-Za-z0-9_-]{24,}/g, '…')

describe('an address in another workspace', () => {
  test('is not revealed by creating a person or an invitation: the answers equal those for an unknown address', async () => {
    const [known, unknown] = [fresh(), fresh()]
    await create(globex, known, 'their own password')
    for (const path of ['/api/workspace/people', '/api/workspace/people/invitations']) {
      const body = (email: string) => ({ email, name: 'New Person', role: 'auditor' })
      const [one, other] = [await ask(acme, 'POST', path, body(known)), await ask(acme, 'POST', path, body(unknown))]
      assert.equal(one.status, path.endsWith('people') ? 201 : 409)
      assert.equal(seenIn(one, known), seenIn(other, unknown), path)
    }
  })

  test('is not revealed by an invitation, nor by its link', async () => {
    const [known, unknown] = [fresh(), fresh()]
    await create(globex, known, 'their own password')
    const seen: string[] = []
    for (const email of [known, unknown]) {
      const made = await ask(acme, 'POST', '/api/workspace/people/invitations', {
        email,
        name: 'New Person',
        role: 'auditor',
      })
      const token = made.body.url.split('#')[1]
      const looked = await p.call('POST', '/api/workspace/invitations/look', { body: { token } })
      const used = await p.call('POST', '/api/workspace/invitations/accept', {
        body: { token, password: 'a password of this workspace' },
      })
      assert.equal(used.status, 201, used.text)
      seen.push(seenIn(made, email), seenIn(looked, email), seenIn(used, email))
    }
    assert.deepEqual(seen.slice(0, 3), seen.slice(3))
  })

  test('may have another password there: each opens its own workspace and reveals nothing of the other', async () => {
    const email = fresh()
    await create(acme, email, 'the password in acme')
    await create(globex, email, 'the password in globex')
    for (const slug of ['acme', 'globex']) {
      const answer = await signIn(email, `the password in ${slug}`)
      assert.deepEqual([answer.status, answer.body.organization?.slug], [200, slug])
      const other = slug === 'acme' ? 'globex' : 'acme'
      assert.equal((await signIn(email, `the password in ${slug}`, { organization: other })).status, 401)
    }
    assert.equal((await signIn(email, 'another password')).status, 401)
  })
})

describe('a person with two workspaces', () => {
  test('chooses once every proof is correct, and nothing is revealed before', async () => {
    const unknown = await signIn('unknown@shared.example')
    const wrong = await signIn(dana, 'a wrong password')
    assert.deepEqual([wrong.status, wrong.body.message], [401, unknown.body.message])
    const answer = await signIn(dana)
    assert.equal(answer.status, 202, answer.text)
    assert.equal(answer.headers.get('set-cookie'), null)
    assert.deepEqual(
      answer.body.workspaces.map(({ slug, role }: { slug: string; role: string }) => [slug, role]).sort(),
      [
        ['acme', 'admin'],
        ['globex', 'auditor'],
      ],
    )
    const { choice } = answer.body
    const choose = (organization: string) => p.call('POST', `${session}/choice`, { body: { choice, organization } })
    assert.equal((await choose('elsewhere')).status, 401)
    const chosen = await choose('globex')
    assert.deepEqual(
      [chosen.status, chosen.body.organization.slug, chosen.body.person.role],
      [200, 'globex', 'auditor'],
    )
    assert.equal((await ask(cookieOf(chosen), 'GET', session)).body.organization.slug, 'globex')
    assert.equal((await choose('globex')).status, 401, 'once for each')
  })

  test('enters directly by naming the workspace', async () => {
    const answer = await signIn(dana, password, { organization: 'acme' })
    assert.deepEqual([answer.status, answer.body.organization.slug], [200, 'acme'])
    assert.equal((await signIn(dana, password, { organization: 'elsewhere' })).status, 401)
  })

  test('a choice lasts five minutes, until the password changes or the person is disabled', async () => {
    const offered = async () => (await signIn(dana)).body.choice
    const choose = (choice: string) => p.call('POST', `${session}/choice`, { body: { choice, organization: 'globex' } })
    const late = await offered()
    p.clock.advance(5 * minute + second)
    assert.equal((await choose(late)).status, 401)

    const barred = await offered()
    const { body } = await signIn(dana, password, { organization: 'globex' })
    globex = await p.signIn('admin@globex.example')
    const path = `/api/workspace/people/${body.person.id}`
    await ask(globex, 'PATCH', path, { disabled: true })
    assert.equal((await choose(barred)).status, 401)
    const only = await signIn(dana)
    assert.deepEqual([only.status, only.body.organization.slug], [200, 'acme'])
    await ask(globex, 'PATCH', path, { disabled: false })
  })
})

describe('client ids', () => {
  const make = (cookie: string, clientId?: string) =>
    ask(cookie, 'POST', '/api/workspace/service-accounts', {
      name: 'Scanner',
      scopes: ['governance.evidence:read'],
      ...(clientId && { clientId }),
    })

  test('begin with the workspace, so that no workspace can take or probe those of another', async () => {
    acme = await p.signIn('admin@acme.example')
    const bank = await p.signIn('admin@acme-bank.example')
    assert.match((await make(acme)).body.serviceAccount.clientId, /^acme_[0-9A-Z]{26}$/)
    assert.equal((await make(bank, 'acme-bank_x')).status, 201)
    for (const foreign of ['scanner', 'acme', 'acme_', 'acme-x', 'acme-bank_x', 'acme-bank_y', 'globex_x', 'ACME_x']) {
      const { status, body } = await make(acme, foreign)
      assert.deepEqual([status, body.issues?.[0].path], [400, ['clientId']], foreign)
    }
    assert.equal((await make(acme, 'acme_x')).status, 201)
    assert.equal((await make(acme, 'acme_x')).status, 409)
  })
})
