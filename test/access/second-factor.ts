import assert from 'node:assert/strict'
import { sealProof } from '#src/features/access/factor-proof.ts'
import { password } from '#test/fixture.ts'
import { authenticator, totp } from '#test/newcomers.ts'
import { account, flowOf, newKey } from '#test/passkeys.ts'
import type { Probata } from '#test/system.ts'
import type { Caller } from './caller.ts'
import type { Fields } from './values.ts'

/** Manages the second factors of an organization's people. */
export interface FactorFactory {
  /** Resets the second factor of one of `people`, or turns it on; returns a code that has not been used. */
  secondFactor(person: string, on?: 'on'): Promise<string>
  /** Turns on the second factor of the person whose session this is. */
  factorOf(personId: string, cookie: string): Promise<string>
  /** Returns the token that a mail about the second factor of one of `people` contains. */
  factorProof(person: string): Promise<string>
  /** Adds a passkey to a person's login, as the database stores it. */
  passkey(person: string): Promise<string>
  /**
   * Returns the output of a browser that creates a passkey in a session of one of `people`. Only that session can send
   * it.
   */
  newPasskey(person: string): Promise<{ readonly body: Fields; readonly caller: Caller }>
}

const restartSecondFactor = async (
  p: Probata,
  personId: string,
  cookie: string,
  on: 'on' | undefined,
): Promise<string> => {
  await p.sql(
    `update login set totp_secret = null, totp_confirmed_at = null, last_step = 0
      where id = (select login_id from person where id = $1)`,
    [personId],
  )
  await p.sql(`update person set record = replace(record, '"totp"', '"none"') where id = $1`, [personId])
  const { body } = await p.call('POST', totp, { cookie, body: { currentPassword: password } })
  const code = authenticator(p.clock, body.otpauthUrl)
  if (on) await p.call('POST', `${totp}/confirm`, { cookie, body: { code: code() } })
  return code(on ? 1 : 0)
}

/** Returns the token that a mail about a person's second factor contains. */
export const factorProofOf = async (p: Probata, organizationId: string, personId: string): Promise<string> => {
  const [login] = await p.sql(
    `select extract(epoch from totp_confirmed_at) * 1000 as at from login
      where id = (select login_id from person where id = $1)`,
    [personId],
  )
  const { sealer, clock } = p.system.services
  const factor = { personId, factorAt: Math.round(Number(login?.at)) }
  return sealProof({ sealer, organizationId, now: clock.now() }, factor)
}

const insertPasskey = async (p: Probata, personId: string): Promise<string> => {
  const { ids, clock } = p.system.services
  const passkeyId = ids.next('psk', clock.now())
  await p.sql(
    `insert into passkey (login_id, id, credential_id, public_key, user_handle, rp_id, name, sign_count, created_at)
     select login_id, $2::text, $2::text, '', '', 'localhost', $2::text, 0, now() from person where id = $1`,
    [personId, passkeyId],
  )
  return passkeyId
}

interface People {
  readonly id: string
  readonly people: ReadonlyMap<string, string>
  session(person: string): Promise<string>
}

export const factorsOf = (p: Probata, { id, people, session }: People): FactorFactory => {
  const idOf = (person: string) => people.get(person) ?? ''
  return {
    secondFactor: async (person, on) => restartSecondFactor(p, idOf(person), await session(person), on),
    factorOf: (personId, cookie) => restartSecondFactor(p, personId, cookie, 'on'),
    factorProof: person => factorProofOf(p, id, idOf(person)),
    passkey: person => insertPasskey(p, idOf(person)),
    async newPasskey(person) {
      const cookie = await session(person)
      const challenge = await p.call('POST', `${account}/challenge`, { cookie })
      assert.equal(challenge.status, 200, challenge.text)
      const body = { name: 'A key', ...newKey(p).make(challenge.body) }
      return { body, caller: { cookie: `${cookie}; ${flowOf(challenge)}` } }
    },
  }
}
