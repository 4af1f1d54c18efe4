import { minute } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import type { Actor } from './access.ts'
import { Refusal } from './errors.ts'

/** How long a proof of identity is valid, in milliseconds. */
export const proofLifetime = 10 * minute

const requests = {
  password: sentence`session.password_required: Enter your password again to continue.`,
  single_sign_on: sentence`session.sign_on_required: Sign on again at your identity provider to continue.`,
} as const

/**
 * Throws a 403 if the person has not proved their identity recently: an unattended browser or a stolen cookie must not
 * suffice to change access or export all data.
 */
export const requireProof = ({ session }: Actor, now: number): void => {
  if (!session || session.confirmedAt > now - proofLifetime) return
  const confirm = session.openedWith === 'single_sign_on' ? 'single_sign_on' : 'password'
  throw new Refusal('forbidden_resource', requests[confirm], { extra: { confirm } })
}
