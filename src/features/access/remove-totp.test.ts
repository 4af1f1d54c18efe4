import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { createNewcomers, type Newcomers, totp } from '#test/newcomers.ts'
import { confirmRequest, secondAdministrator } from '#test/second-administrator.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let people: Newcomers
before(async () => {
  p = await boot()
  people = createNewcomers(p)
})
after(() => p[Symbol.asyncDispose]())

const session = '/api/workspace/session'
const reason = 'They lost their telephone'

const findLoginOf = async (id: string) =>
  (await p.sql('select l.* from login l join person p on p.login_id = l.id where p.id = $1', [id]))[0]

describe('turning off the second factor', () => {
  const remove = (cookie: string, body: object) => p.call('DELETE', totp, { cookie, body })

  for (const proof of ['a code', 'a recovery code'] as const) {
    test(`works with ${proof}`, async () => {
      const { id, email, cookie, code, recoveryCodes } = await people.enrolled()
      const input = { code: proof === 'a code' ? code() : recoveryCodes[0] }
      assert.equal((await remove(cookie, input)).status, 204)
      assert.equal((await people.signIn(email)).body.secondFactor, 'none')
      assert.equal((await findLoginOf(id))?.totp_secret, null)
      assert.equal((await remove(cookie, input)).status, 422)
      assert.equal((await p.call('POST', totp, { cookie, body: { currentPassword: password } })).status, 201)
    })
  }

  test('the password alone is not enough', async () => {
    const { id, email, cookie, code } = await people.enrolled()
    const promotion = { cookie: await people.administrator(), body: { role: 'admin', reason } }
    assert.equal((await p.call('PATCH', `/api/workspace/people/${id}`, promotion)).status, 200)
    p.clock.advance(11 * minute)
    const newPerson = { email: `another-${email}`, name: 'Another', role: 'admin', reason }
    const add = () => p.call('POST', '/api/workspace/people', { cookie, body: newPerson })
    const confirm = (body: object) => p.call('POST', `${session}/confirm`, { cookie, body })
    assert.deepEqual([(await add()).status, (await add()).body.confirm], [403, 'password'])
    assert.equal((await confirm({ password })).status, 422)
    assert.equal((await remove(cookie, { currentPassword: password })).status, 400)
    assert.equal((await p.call('POST', totp, { cookie, body: { currentPassword: password } })).status, 422)
    assert.equal((await confirm({ password })).status, 422)
    assert.equal((await add()).status, 403)
    assert.equal((await confirm({ password, code: code() })).status, 204)
  })

  test('a missing or wrong code does not turn off the factor; wrong codes are counted, and every attempt is audited', async () => {
    const { id, email, cookie, code } = await people.enrolled()
    for (const body of [{}, { currentPassword: password }, { code: '000000', currentPassword: password }])
      assert.equal((await remove(cookie, body)).status, 400)
    for (const wrongCode of ['000000', 'AAAA-AAAA-AAAA-AAAA']) {
      const response = await remove(cookie, { code: wrongCode })
      assert.deepEqual([response.status, response.body.issues[0].path], [422, ['code']])
    }
    assert.equal((await findLoginOf(id))?.wrong_codes, 1)
    for (let i = 0; i < 4; i++) await remove(cookie, { code: '000000' })
    assert.equal((await remove(cookie, { code: code() })).status, 429)
    assert.equal((await people.signIn(email)).status, 401)
    const rows = await people.trail(id, 'account.remove_totp')
    assert.equal(rows.filter(({ detail }) => detail === 'unprocessable').length, 6)
  })

  test('only one of two concurrent requests with the same code succeeds', async () => {
    const { cookie, code } = await people.enrolled()
    const body = { code: code() }
    const responses = await Promise.all([remove(cookie, body), remove(cookie, body)])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 422])
  })

  test("an administrator can turn off another person's factor, with a reason", async () => {
    const { id, email } = await people.enrolled()
    const cookie = await people.administrator()
    const turnOff = (personId: string, adminCookie = cookie, body: object = { reason }) =>
      p.call('DELETE', `/api/workspace/people/${personId}/totp`, { cookie: adminCookie, body })
    assert.equal((await turnOff(id, cookie, {})).status, 400)
    const foreign = await turnOff(id, await p.signIn('admin@globex.example'))
    const unknown = await turnOff('prs_00000000000000000000000000')
    for (const { status, body } of [foreign, unknown])
      assert.deepEqual([status, body.message], [404, 'There is no such person.'])
    assert.equal((await p.call('GET', `/api/workspace/people/${id}`, { cookie })).body.secondFactor, 'totp')
    await secondAdministrator(p)
    const confirmation = await confirmRequest(p, await turnOff(id))
    assert.equal(confirmation.status, 200, confirmation.text)
    assert.equal((await p.call('GET', `/api/workspace/people/${id}`, { cookie })).body.secondFactor, 'none')
    assert.equal((await people.signIn(email)).status, 200)
    assert.equal((await turnOff(id)).status, 422)
    const [row] = await p.sql(
      `select record from audit_event where action = 'person.remove_totp' and resource_id = $1`,
      [id],
    )
    assert.ok(row)
    const ownId = (await p.call('GET', session, { cookie })).body.person.id
    const response = await turnOff(ownId)
    assert.equal(response.status, 422)
    assert.match(response.body.message, /your own/)
  })
})
