import { day } from '#lib/clock.ts'
import { claimsFrom, type createIssuer, signed } from './license.ts'
import type { Probata } from './system.ts'

interface Scene {
  readonly p: () => Probata
  readonly issuer: ReturnType<typeof createIssuer>
  run(job: string): Promise<unknown>
  /** A text that must not appear in any event. */
  readonly forbiddenText: string
}

/** The steps that raise each security event of the license. */
export const raiseLicenseEvents = ({ p, issuer, run, forbiddenText }: Scene) => {
  const license = async (text: string) => {
    issuer.put(text)
    await run('reconcile-license-state')
  }
  return {
    licenseStateChanged: () => license(signed(claimsFrom(p().clock.now() - day), issuer.privateKey)),
    licenseRefreshFailed: () => license(forbiddenText),
  }
}
