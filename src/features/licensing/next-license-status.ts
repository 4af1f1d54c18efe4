import { day } from '#lib/clock.ts'
import { type License, type LicenseProblem, type LicenseState, licenseStateAt } from './license.ts'
import { communityTerms, noTerms, type Terms, termsIn } from './terms.ts'

/** The status of the license after a run of the job. */
export interface LicenseStatus {
  readonly state: LicenseState
  /** The last valid license. */
  readonly license: License | undefined
  readonly problem: LicenseProblem | null
  readonly terms: Terms
  /** When the license entered this state; null if it has never left the first state. */
  readonly since: number | null
  /** The latest time at which a license was evaluated. */
  readonly seenAt: number | null
}

/** The result of reading the configured license. */
export type ConfiguredLicense = 'community' | { readonly license: License } | { readonly problem: LicenseProblem }

/** How long a license that was never valid leaves the entitlements unchanged. */
const invalidGracePeriod = 30 * day

const chooseLicense = (
  current: License | undefined,
  candidate: License | undefined,
  now: number,
): License | undefined => {
  if (!current || !candidate) return candidate ?? current
  const isEarly = licenseStateAt(candidate, now) === 'not_yet_valid' && licenseStateAt(current, now) !== 'expired'
  return isEarly ? current : candidate
}

/**
 * Returns the next status. Setting the clock back does not extend a license. The exception is a license that ends later
 * than the last one, because a clock that was wrong once must not invalidate the next license.
 */
export const nextLicenseStatus = (
  before: LicenseStatus,
  configured: ConfiguredLicense,
  clock: number,
): LicenseStatus => {
  if (configured === 'community') {
    const since = before.state === 'community' ? before.since : clock
    return { state: 'community', license: undefined, problem: null, terms: communityTerms, since, seenAt: null }
  }
  const candidate = 'license' in configured ? configured.license : undefined
  const isRenewed = candidate !== undefined && candidate.from <= clock && candidate.until > (before.license?.until ?? 0)
  const latestSeen = isRenewed ? clock : (before.seenAt ?? clock)
  const isClockBack = latestSeen - clock > day
  const now = isClockBack ? latestSeen : clock
  const license = chooseLicense(before.license, candidate, now)
  const state = license ? licenseStateAt(license, now) : 'invalid'
  const since = state === before.state ? before.since : clock
  const isGraceOver = state === 'invalid' && now >= (since ?? now) + invalidGracePeriod
  return {
    state,
    license,
    problem: 'problem' in configured ? configured.problem : isClockBack ? 'clock' : null,
    terms: isGraceOver ? noTerms : termsIn[state](before.terms, license),
    since,
    seenAt: Math.max(latestSeen, clock),
  }
}
