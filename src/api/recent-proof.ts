import { minute } from '#lib/clock.ts'
import type { Actor } from './access.ts'
import { Refusal } from './errors.ts'

/** How long a proof of identity is good, in milliseconds. */
export const proofLasts = 10 * minute

const asked = { password: 'Enter your password again', single_sign_on: 'Sign on again at your identity provider' }

/**
 * Throws a 403 where the person of a session did not prove lately who they are: an unattended browser or a stolen cookie
 * must neither change access nor take everything along.
 */
export const requireProof = ({ session }: Actor, now: number): void => {
  if (!session || session.confirmedAt > now - proofLasts) return
  const confirm = session.openedWith === 'single_sign_on' ? 'single_sign_on' : 'password'
  throw new Refusal('forbidden_resource', `${asked[confirm]} to go on.`, { extra: { confirm } })
}
