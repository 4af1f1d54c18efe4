import { minute } from '#lib/clock.ts'
import type { Actor } from './access.ts'
import { Refusal } from './errors.ts'

/** Milliseconds for which a session that proved who it belongs to may change access. */
export const proofLasts = 10 * minute

const message = { password: 'Enter your password again', single_sign_on: 'Sign on again at your identity provider' }

/** Throws a 403 where the person of a session did not prove lately who they are. */
export const requireProof = ({ session }: Actor, now: number): void => {
  if (!session || session.confirmedAt > now - proofLasts) return
  const confirm = session.openedWith === 'single_sign_on' ? 'single_sign_on' : 'password'
  throw new Refusal('forbidden_resource', `${message[confirm]} to change access.`, { extra: { confirm } })
}
