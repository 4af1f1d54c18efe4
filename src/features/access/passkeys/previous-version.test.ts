import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { stepOf, totpBinding } from '#src/features/access/totp.ts'
import { factorProofOf } from '#test/access/second-factor.ts'
import { freePort } from '#test/free-port.ts'
import { authenticator, createNewcomers, type Newcomers } from '#test/newcomers.ts'
import { account, addPasskey, enterWithPasskey, proving, session } from '#test/passkeys.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let people: Newcomers
before(async () => {
  const port = await freePort()
  p = await boot({ env: { PORT: String(port), PROBATA_URL: `http://localhost:${port}` } })
  people = createNewcomers(p)
})
after(() => p[Symbol.asyncDispose]())

const createPersonWithPasskey = async () => {
  const { id, email } = await people.newcomer()
  const cookie = await p.signIn(email)
  const { key, answer } = await addPasskey(p, cookie)
  assert.equal(answer.status, 201, answer.text)
  return { id, email, cookie, key }
}

const loginOf = async (personId: string) => {
  const [login] = await p.sql('select l.* from login l join person p on p.login_id = l.id where p.id = $1', [personId])
  assert.ok(login)
  return login
}

test('to a node of the previous version, a passkey looks like an authenticator app whose codes have all expired', async () => {
  const { id } = await createPersonWithPasskey()
  const login = await loginOf(id)
  assert.ok(login.totp_confirmed_at)
  const secret = p.system.services.sealer.open(String(login.totp_secret), totpBinding(String(login.totp_sealed_for)))
  const url = `otpauth://totp/x?secret=${secret}`
  const step = stepOf(secret, authenticator(p.clock, url)(), p.clock.now())
  assert.ok(step !== undefined && step <= Number(login.last_step))
  assert.equal((login.recovery_codes as unknown[]).length, 10)
})

test('if a node of the previous version turns off the second factor, the passkey can no longer open sessions', async () => {
  const { id, key } = await createPersonWithPasskey()
  const { id: loginId, password_hash: hash } = await loginOf(id)
  await p.sql(`select change_login($1, $2, null, null, null, 0, 0, null, '{}')`, [loginId, hash])
  assert.equal((await enterWithPasskey(p, key)).status, 401)
})

test('confirming with the mailed link and a passkey releases custodians and removes passkeys that they may have added', async () => {
  const { id, cookie, key } = await createPersonWithPasskey()
  const { key: plantedKey, answer } = await addPasskey(p, cookie)
  assert.equal(answer.status, 201, answer.text)
  const custodians = async () => {
    const { body } = await p.call('GET', `/api/workspace/people/${id}/custodians`, { cookie })
    return body.custodians.filter((custodian: { releasedAt: string | null }) => custodian.releasedAt === null).length
  }
  assert.equal(await custodians(), 1)
  const organizationId = (await p.call('GET', session, { cookie })).body.organization.id
  const token = await factorProofOf(p, organizationId, id)
  const confirm = async (body: object, flow = '') =>
    p.call('POST', '/api/workspace/account/factor/confirm', { cookie: `${cookie}; ${flow}`, body: { token, ...body } })
  assert.equal((await confirm({ code: '123456' })).status, 400)
  const unverified = await proving(p, plantedKey, { verified: false })
  assert.equal((await confirm({ passkey: unverified.passkey }, unverified.cookie)).status, 422)
  assert.equal(await custodians(), 1)
  const { cookie: flow, passkey } = await proving(p, key)
  const response = await confirm({ passkey }, flow)
  assert.equal(response.status, 204, response.text)
  assert.equal(await custodians(), 0)
  assert.equal((await p.call('GET', account, { cookie })).body.passkeys.length, 1)
  assert.equal((await enterWithPasskey(p, plantedKey)).status, 401)
  assert.equal((await enterWithPasskey(p, key)).status, 200)
})
