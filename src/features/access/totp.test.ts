import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TOTP, URI } from 'otpauth'
import { minute } from '#lib/clock.ts'
import { password } from '#test/fixture.ts'
import { authenticator, createNewcomers, type Newcomers, step, totp } from '#test/newcomers.ts'
import { boot, type Probata } from '#test/system.ts'
import { pauseAfter, recoveryDigest } from './totp.ts'

let p: Probata
let people: Newcomers
before(async () => {
  p = await boot()
  people = createNewcomers(p)
})
after(() => p[Symbol.asyncDispose]())

const session = '/api/workspace/session'
const passwordProof = { currentPassword: password }

/** Creates a signed-in person. */
const createSignedIn = async () => {
  const { id, email } = await people.newcomer()
  return { id, email, cookie: await p.signIn(email) }
}

const begin = async (cookie: string) => {
  const { status, body } = await p.call('POST', totp, { cookie, body: passwordProof })
  assert.equal(status, 201)
  return { secret: String(body.secret), code: authenticator(p.clock, body.otpauthUrl) }
}

const statuses = async (responses: readonly Promise<{ status: number }>[]): Promise<number[]> =>
  (await Promise.all(responses)).map(({ status }) => status).sort()

const refusals = async (actor: string): Promise<(string | null)[]> => {
  await p.system.services.refusals.flush()
  const rows = await people.trail(actor, 'session.open')
  return rows.filter(({ outcome }) => outcome === 'refused').map(({ detail }) => detail)
}

const findLoginOf = async (id: string) =>
  (await p.sql('select l.* from login l join person p on p.login_id = l.id where p.id = $1', [id]))[0]

// Advances to the start of a time step, so that no step ends between a code and its use.
const advanceToStep = () => p.clock.advance(step - (p.clock.now() % step))

describe('turning on the second factor', () => {
  test('takes effect with its first code, and the session shows it', async () => {
    const { email, cookie } = await createSignedIn()
    const { body } = await p.call('POST', totp, { cookie, body: passwordProof })
    assert.match(body.secret, /^[A-Z2-7]{32}$/)
    const url = URI.parse(body.otpauthUrl)
    assert.ok(url instanceof TOTP)
    assert.deepEqual(
      [url.issuer, url.label, url.algorithm, url.digits, url.period, url.secret.base32],
      ['Probata', email, 'SHA1', 6, 30, body.secret],
    )
    assert.equal((await people.signIn(email)).status, 200)
    const rejection = await p.call('POST', `${totp}/confirm`, { cookie, body: { code: '000000' } })
    assert.deepEqual([rejection.status, rejection.body.issues[0].path], [422, ['code']])
    assert.equal((await people.signIn(email)).body.secondFactor, 'none')

    const code = authenticator(p.clock, body.otpauthUrl)
    const confirmation = await p.call('POST', `${totp}/confirm`, {
      cookie,
      body: { code: code().replace(/(?<=^...)/, ' ') },
    })
    assert.equal(confirmation.status, 200)
    assert.equal(new Set(confirmation.body.recoveryCodes).size, 10)
    for (const recovery of confirmation.body.recoveryCodes)
      assert.match(recovery, /^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    const response = await p.call('GET', session, { cookie })
    assert.deepEqual([response.body.secondFactor, response.body.person.secondFactor], ['totp', 'totp'])
    for (const [path, body] of [
      [totp, passwordProof],
      [`${totp}/confirm`, { code: code(1) }],
    ] as const)
      assert.equal((await p.call('POST', path, { cookie, body })).status, 422)
  })

  test('requires the password, even right after signing in', async () => {
    const { cookie } = await createSignedIn()
    const missing = await p.call('POST', totp, { cookie })
    assert.deepEqual([missing.status, missing.body.issues[0].message], [400, 'must be an object'])
    const rejection = await p.call('POST', totp, { cookie, body: { currentPassword: 'not the password' } })
    assert.deepEqual([rejection.status, rejection.body.issues[0].path], [422, ['currentPassword']])
    assert.equal((await p.call('POST', `${totp}/confirm`, { cookie, body: { code: '000000' } })).status, 422)
  })

  test('starting again replaces an unconfirmed secret', async () => {
    const { cookie } = await createSignedIn()
    const [first, second] = [await begin(cookie), await begin(cookie)]
    assert.notEqual(first.secret, second.secret)
    const confirm = (code: string) => p.call('POST', `${totp}/confirm`, { cookie, body: { code } })
    assert.equal((await confirm(first.code())).status, 422)
    assert.equal((await confirm(second.code())).status, 200)
  })

  test('confirming without a pending secret is rejected', async () => {
    const { cookie } = await createSignedIn()
    assert.equal((await p.call('POST', `${totp}/confirm`, { cookie, body: { code: '123456' } })).status, 422)
  })

  test('secrets are shown only once and not stored in plain text', async () => {
    const { id, cookie } = await createSignedIn()
    const post = (path: string, key: string, body?: object) =>
      p.call('POST', path, { cookie, key, ...(body && { body }) })
    const start = await post(totp, 'the-key-of-beginning', passwordProof)
    assert.deepEqual((await post(totp, 'the-key-of-beginning', passwordProof)).body, {})
    const body = { code: authenticator(p.clock, start.body.otpauthUrl)() }
    const confirmation = await post(`${totp}/confirm`, 'the-key-of-confirming', body)
    assert.deepEqual((await post(`${totp}/confirm`, 'the-key-of-confirming', body)).body, {})
    const secrets: string[] = [start.body.secret, ...confirmation.body.recoveryCodes]
    const tables = await p.sql(`select tablename from pg_tables where schemaname = 'public'`)
    for (const { tablename } of tables) {
      const [row] = await p.sql(`select coalesce(string_agg(t::text, ' '), '') as text from ${tablename} t`)
      for (const secret of secrets) assert.ok(!String(row?.text).includes(secret), String(tablename))
    }
    const storedLogin = await findLoginOf(id)
    assert.match(String(storedLogin?.totp_secret), /^v1\./)
    assert.deepEqual(storedLogin?.recovery_codes, confirmation.body.recoveryCodes.map(recoveryDigest))
  })
})

describe('signing in with a second factor', () => {
  test('a code is required after a correct password; before that, nothing reveals the second factor', async () => {
    const { id, email, code } = await people.enrolled()
    const challenge = await people.signIn(email)
    assert.equal(challenge.status, 401)
    assert.deepEqual(Object.keys(challenge.body).sort(), [
      'code',
      'error',
      'message',
      'requestId',
      'secondFactor',
      'values',
    ])
    assert.deepEqual([challenge.body.error, challenge.body.secondFactor], ['unauthorized', 'totp'])
    assert.equal(challenge.headers.get('set-cookie'), null)

    const unknown = await people.signIn('unknown@acme.example')
    for (const rejection of [
      await people.signIn(email, undefined, 'wrong'),
      await people.signIn(email, code(), 'wrong'),
    ]) {
      const { requestId: _, ...body } = rejection.body
      const { requestId: __, ...unknownBody } = unknown.body
      assert.deepEqual(
        [rejection.status, body, [...rejection.headers.keys()]],
        [401, unknownBody, [...unknown.headers.keys()]],
      )
    }
    const wrongCode = await people.signIn(email, '000000')
    assert.deepEqual([wrongCode.status, wrongCode.body.secondFactor], [401, 'totp'])
    const signIn = await people.signIn(email, code())
    assert.deepEqual([signIn.status, signIn.body.secondFactor, signIn.body.signedInWith], [200, 'totp', 'password'])
    const details = (await refusals(id)).join()
    for (const detail of ['missing code', 'wrong code', 'wrong password']) assert.ok(details.includes(detail), details)
  })

  test('codes of the previous, current and next step are accepted, and no others', async () => {
    const { email, code } = await people.enrolled()
    advanceToStep()
    p.clock.advance(4 * step)
    const expectedStatuses: [steps: number, status: number][] = [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
    ]
    for (const [steps, status] of expectedStatuses)
      assert.equal((await people.signIn(email, code(steps))).status, status, `${steps}`)
  })

  test('a code works once, and voids earlier codes', async () => {
    const { email, code } = await people.enrolled()
    advanceToStep()
    p.clock.advance(step)
    assert.equal((await people.signIn(email, code())).status, 200)
    assert.equal((await people.signIn(email, code())).status, 401)
    assert.equal((await people.signIn(email, code(-1))).status, 401)
    p.clock.advance(step)
    assert.equal((await people.signIn(email, code())).status, 200)
  })

  test('only one of several concurrent sign-ins with the same code succeeds', async () => {
    const { email, code } = await people.enrolled()
    const sameCode = code()
    assert.deepEqual(await statuses([1, 2, 3, 4].map(() => people.signIn(email, sameCode))), [200, 401, 401, 401])
  })

  test('the code that confirmed the factor cannot be used again', async () => {
    const { cookie, email } = await createSignedIn()
    advanceToStep()
    const { code } = await begin(cookie)
    await p.call('POST', `${totp}/confirm`, { cookie, body: { code: code() } })
    assert.equal((await people.signIn(email, code())).status, 401)
  })

  test('each recovery code works once, however it is typed, even with concurrent requests', async () => {
    const { id, email, recoveryCodes } = await people.enrolled()
    const [one = '', two = '', three = ''] = recoveryCodes
    const typed = one.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    assert.deepEqual([(await people.signIn(email, typed)).status, (await people.signIn(email, one)).status], [200, 401])
    assert.deepEqual(await statuses([people.signIn(email, two), people.signIn(email, two)]), [200, 401])
    assert.equal((await people.signIn((await people.enrolled()).email, three)).status, 401)
    assert.equal((await people.signIn(email, three)).status, 200)
    const uses = await people.trail(id, 'account.use_recovery_code')
    assert.deepEqual(
      uses.map(({ detail }) => detail),
      ['9 left', '8 left', '7 left'],
    )
  })

  test('after five wrong codes, only recovery codes work during a pause', async () => {
    const { id, email, code, recoveryCodes } = await people.enrolled()
    const [recovery = ''] = recoveryCodes
    for (let i = 0; i < 5; i++) assert.equal((await people.signIn(email, '000000')).status, 401)
    const paused = await people.signIn(email, code())
    assert.equal(paused.status, 429)
    const wait = Number(paused.headers.get('retry-after'))
    assert.ok(wait > 50 && wait <= 60, String(wait))
    assert.equal((await people.signIn(email, recovery)).status, 200)
    p.clock.advance(minute)
    assert.equal((await people.signIn(email, code())).status, 200)
    assert.equal((await findLoginOf(id))?.wrong_codes, 0)
    assert.equal((await refusals(id)).at(-1), 'too many wrong codes')
  })

  test('the pause doubles up to an hour', () => {
    const minutes = [0, 4, 5, 6, 7, 10, 11, 12, 1000].map(wrongCodes => pauseAfter(wrongCodes) / minute)
    assert.deepEqual(minutes, [0, 0, 1, 2, 4, 32, 60, 60, 60])
  })
})
