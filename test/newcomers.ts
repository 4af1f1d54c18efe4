import assert from 'node:assert/strict'
import { TOTP, URI } from 'otpauth'
import { minute, second } from '#lib/clock.ts'
import { password } from './fixture.ts'
import type { ApiResponse, Probata } from './system.ts'

/** The time step of an authenticator app, for which one code is valid. */
export const step = 30 * second

/**
 * Simulates an authenticator app that has read the QR code. Returns a function that gives the code of the current time
 * step or of a later one.
 */
export const authenticator = (clock: Probata['clock'], url: string): ((steps?: number) => string) => {
  const app = URI.parse(url)
  assert.ok(app instanceof TOTP)
  return (steps = 0) => app.generate({ timestamp: clock.now() + steps * step })
}

interface Newcomer {
  readonly id: string
  readonly email: string
}

interface EnrolledPerson extends Newcomer {
  readonly cookie: string
  readonly code: (steps?: number) => string
  readonly recoveryCodes: readonly string[]
}

/** Creates new people in acme. Each person has ten sign-in attempts a minute of their own. */
export interface Newcomers {
  /** Returns the Cookie header of the administrator, who signs in no more often than necessary. */
  administrator(): Promise<string>
  newcomer(): Promise<Newcomer>
  /** Creates a signed-in person with a second factor. The next code of their app has not been used. */
  enrolled(): Promise<EnrolledPerson>
  signIn(email: string, code?: string, passwordText?: string): Promise<ApiResponse>
  /** Returns the audit rows of a person's actions. */
  trail(actor: string, action: string): Promise<{ outcome: string; detail: string | null }[]>
}

export const totp = '/api/workspace/account/totp'

export const createNewcomers = (p: Probata): Newcomers => {
  let admin = { cookie: '', until: 0 }
  let personCount = 0
  const newcomers: Newcomers = {
    async administrator() {
      const now = p.clock.now()
      if (now >= admin.until) admin = { cookie: await p.signIn('admin@acme.example'), until: now + 9 * minute }
      return admin.cookie
    },
    async newcomer() {
      const email = `newcomer-${++personCount}@acme.example`
      const input = { email, name: 'New', role: 'auditor', password, reason: 'Needed for the test of an account' }
      const cookie = await newcomers.administrator()
      const { status, body } = await p.call('POST', '/api/workspace/people', { cookie, body: input })
      assert.equal(status, 201)
      return { id: String(body.person.id), email }
    },
    async enrolled() {
      const person = await newcomers.newcomer()
      const cookie = await p.signIn(person.email)
      const enrolment = await p.call('POST', totp, { cookie, body: { currentPassword: password } })
      const code = authenticator(p.clock, enrolment.body.otpauthUrl)
      const { status, body } = await p.call('POST', `${totp}/confirm`, { cookie, body: { code: code() } })
      assert.equal(status, 200)
      p.clock.advance(step)
      return { ...person, cookie, code, recoveryCodes: body.recoveryCodes }
    },
    signIn: (email, code, passwordText = password) =>
      p.call('POST', '/api/workspace/session', {
        body: { email, password: passwordText, ...(code !== undefined && { code }) },
      }),
    async trail(actor, action) {
      const auditRows = 'select record from audit_event where actor_id = $1 and action = $2 order by id'
      const rows = await p.sql(auditRows, [actor, action])
      return rows.map(({ record }) => JSON.parse(String(record))).map(({ outcome, detail }) => ({ outcome, detail }))
    },
  }
  return newcomers
}
