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
const mine = { currentPassword: password }

/** A new person, signed in. */
const visitor = async () => {
  const { id, email } = await people.newcomer()
  return { id, email, cookie: await p.signIn(email) }
}

const begin = async (cookie: string) => {
  const { status, body } = await p.call('POST', totp, { cookie, body: mine })
  assert.equal(status, 201)
  return { secret: String(body.secret), code: authenticator(p.clock, body.otpauthUrl) }
}

const statuses = async (answers: readonly Promise<{ status: number }>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(({ status }) => status).sort()

const refusals = async (actor: string): Promise<(string | null)[]> => {
  await p.system.services.refusals.flush()
  const rows = await people.trail(actor, 'session.open')
  return rows.filter(({ outcome }) => outcome === 'refused').map(({ detail }) => detail)
}

const storedOf = async (id: string) =>
  (await p.sql('select l.* from login l join person p on p.login_id = l.id where p.id = $1', [id]))[0]

// The test must not cross from one time step into the next between a code and its use.
const atBeginOfStep = () => p.clock.advance(step - (p.clock.now() % step))

describe('turning it on', () => {
  test('it counts from its first code on, and says so', async () => {
    const { email, cookie } = await visitor()
    const { body } = await p.call('POST', totp, { cookie, body: mine })
    assert.match(body.secret, /^[A-Z2-7]{32}$/)
    const url = URI.parse(body.otpauthUrl)
    assert.ok(url instanceof TOTP)
    assert.deepEqual(
      [url.issuer, url.label, url.algorithm, url.digits, url.period, url.secret.base32],
      ['Probata', email, 'SHA1', 6, 30, body.secret],
    )
    assert.equal((await people.signIn(email)).status, 200)
    const wrong = await p.call('POST', `${totp}/confirm`, { cookie, body: { code: '000000' } })
    assert.deepEqual([wrong.status, wrong.body.issues[0].path], [422, ['code']])
    assert.equal((await people.signIn(email)).body.secondFactor, 'none')

    const code = authenticator(p.clock, body.otpauthUrl)
    const done = await p.call('POST', `${totp}/confirm`, { cookie, body: { code: code().replace(/(?<=^...)/, ' ') } })
    assert.equal(done.status, 200)
    assert.equal(new Set(done.body.recoveryCodes).size, 10)
    for (const recovery of done.body.recoveryCodes)
      assert.match(recovery, /^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    const now = await p.call('GET', session, { cookie })
    assert.deepEqual([now.body.secondFactor, now.body.person.secondFactor], ['totp', 'totp'])
    for (const [path, sent] of [
      [totp, mine],
      [`${totp}/confirm`, { code: code(1) }],
    ] as const)
      assert.equal((await p.call('POST', path, { cookie, body: sent })).status, 422)
  })

  test('requires the password, even right after signing in', async () => {
    const { cookie } = await visitor()
    const missing = await p.call('POST', totp, { cookie })
    assert.deepEqual([missing.status, missing.body.issues[0].message], [400, 'must be an object'])
    const wrong = await p.call('POST', totp, { cookie, body: { currentPassword: 'not the password' } })
    assert.deepEqual([wrong.status, wrong.body.issues[0].path], [422, ['currentPassword']])
    assert.equal((await p.call('POST', `${totp}/confirm`, { cookie, body: { code: '000000' } })).status, 422)
  })

  test('beginning again replaces a secret that was not confirmed', async () => {
    const { cookie } = await visitor()
    const [first, then] = [await begin(cookie), await begin(cookie)]
    assert.notEqual(first.secret, then.secret)
    const confirm = (code: string) => p.call('POST', `${totp}/confirm`, { cookie, body: { code } })
    assert.equal((await confirm(first.code())).status, 422)
    assert.equal((await confirm(then.code())).status, 200)
  })

  test('without a pending factor there is nothing to confirm', async () => {
    const { cookie } = await visitor()
    assert.equal((await p.call('POST', `${totp}/confirm`, { cookie, body: { code: '123456' } })).status, 422)
  })

  test('a secret that is shown once is not stored in plain text, and no repeat shows it', async () => {
    const { id, cookie } = await visitor()
    const ask = (path: string, key: string, body?: object) =>
      p.call('POST', path, { cookie, key, ...(body && { body }) })
    const begun = await ask(totp, 'the-key-of-beginning', mine)
    assert.deepEqual((await ask(totp, 'the-key-of-beginning', mine)).body, {})
    const body = { code: authenticator(p.clock, begun.body.otpauthUrl)() }
    const confirmed = await ask(`${totp}/confirm`, 'the-key-of-confirming', body)
    assert.deepEqual((await ask(`${totp}/confirm`, 'the-key-of-confirming', body)).body, {})
    const shown: string[] = [begun.body.secret, ...confirmed.body.recoveryCodes]
    const tables = await p.sql(`select tablename from pg_tables where schemaname = 'public'`)
    for (const { tablename } of tables) {
      const [row] = await p.sql(`select coalesce(string_agg(t::text, ' '), '') as text from ${tablename} t`)
      for (const secret of shown) assert.ok(!String(row?.text).includes(secret), String(tablename))
    }
    const stored = await storedOf(id)
    assert.match(String(stored?.totp_secret), /^v1\./)
    assert.deepEqual(stored?.recovery_codes, confirmed.body.recoveryCodes.map(recoveryDigest))
  })
})

describe('signing in with it', () => {
  test('a code is required once the password is correct; before that nothing reveals it', async () => {
    const { id, email, code } = await people.enrolled()
    const asked = await people.signIn(email)
    assert.equal(asked.status, 401)
    assert.deepEqual(Object.keys(asked.body).sort(), [
      'code',
      'error',
      'message',
      'requestId',
      'secondFactor',
      'values',
    ])
    assert.deepEqual([asked.body.error, asked.body.secondFactor], ['unauthorized', 'totp'])
    assert.equal(asked.headers.get('set-cookie'), null)

    const unknown = await people.signIn('unknown@acme.example')
    for (const wrong of [await people.signIn(email, undefined, 'wrong'), await people.signIn(email, code(), 'wrong')]) {
      const { requestId: _, ...body } = wrong.body
      const { requestId: __, ...same } = unknown.body
      assert.deepEqual([wrong.status, body, [...wrong.headers.keys()]], [401, same, [...unknown.headers.keys()]])
    }
    const wrongCode = await people.signIn(email, '000000')
    assert.deepEqual([wrongCode.status, wrongCode.body.secondFactor], [401, 'totp'])
    const right = await people.signIn(email, code())
    assert.deepEqual([right.status, right.body.secondFactor, right.body.signedInWith], [200, 'totp', 'password'])
    const details = (await refusals(id)).join()
    for (const detail of ['missing code', 'wrong code', 'wrong password']) assert.ok(details.includes(detail), details)
  })

  test('a code of the previous and next step is accepted, none further away', async () => {
    const { email, code } = await people.enrolled()
    atBeginOfStep()
    p.clock.advance(4 * step)
    const answers: [steps: number, status: number][] = [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
    ]
    for (const [steps, status] of answers)
      assert.equal((await people.signIn(email, code(steps))).status, status, `${steps}`)
  })

  test('a code works once, and so no earlier one does', async () => {
    const { email, code } = await people.enrolled()
    atBeginOfStep()
    p.clock.advance(step)
    assert.equal((await people.signIn(email, code())).status, 200)
    assert.equal((await people.signIn(email, code())).status, 401)
    assert.equal((await people.signIn(email, code(-1))).status, 401)
    p.clock.advance(step)
    assert.equal((await people.signIn(email, code())).status, 200)
  })

  test('of several concurrent sign-ins with one code only one gets in', async () => {
    const { email, code } = await people.enrolled()
    const used = code()
    assert.deepEqual(await statuses([1, 2, 3, 4].map(() => people.signIn(email, used))), [200, 401, 401, 401])
  })

  test('the code that confirmed it is used up', async () => {
    const { cookie, email } = await visitor()
    atBeginOfStep()
    const { code } = await begin(cookie)
    await p.call('POST', `${totp}/confirm`, { cookie, body: { code: code() } })
    assert.equal((await people.signIn(email, code())).status, 401)
  })

  test('each recovery code works once, however it is typed, even if two arrive at once', async () => {
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

  test('after five wrong codes there is a pause, in which only recovery codes work', async () => {
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
    assert.equal((await storedOf(id))?.wrong_codes, 0)
    assert.equal((await refusals(id)).at(-1), 'too many wrong codes')
  })

  test('the pause doubles up to an hour', () => {
    const minutes = [0, 4, 5, 6, 7, 10, 11, 12, 1000].map(wrong => pauseAfter(wrong) / minute)
    assert.deepEqual(minutes, [0, 0, 1, 2, 4, 32, 60, 60, 60])
  })
})
