import { sealProof } from '#src/features/access/factor-proof.ts'
import { password } from '#test/fixture.ts'
import { authenticator, totp } from '#test/newcomers.ts'
import type { Probata } from '#test/system.ts'

/** Restarts the second factor of a person who has the session, or turns it on; returns an unused code. */
export const restartSecondFactor = async (
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

/** What the mail about the second factor of a person brings. */
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

/** A passkey of a person's login, written as it is stored: the install of these tests has no host name. */
export const insertPasskey = async (p: Probata, personId: string): Promise<string> => {
  const { ids, clock } = p.system.services
  const passkeyId = ids.next('psk', clock.now())
  await p.sql(
    `insert into passkey (login_id, id, credential_id, public_key, user_handle, rp_id, name, sign_count, created_at)
     select login_id, $2::text, $2::text, '', '', 'localhost', $2::text, 0, now() from person where id = $1`,
    [personId, passkeyId],
  )
  return passkeyId
}
