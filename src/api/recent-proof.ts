import type { Actor } from './access.ts'
import { Refusal } from './errors.ts'
import { proofLasts } from './proof-lasts.ts'

const asked = { password: 'Enter your password again', single_sign_on: 'Sign on again at your identity provider' }

/** An unattended browser or a stolen cookie must neither change access nor take everything along. */
export const requireProof = ({ session }: Actor, now: number): void => {
  if (!session || session.confirmedAt > now - proofLasts) return
  const confirm = session.openedWith === 'single_sign_on' ? 'single_sign_on' : 'password'
  throw new Refusal('forbidden_resource', `${asked[confirm]} to go on.`, { extra: { confirm } })
}
