import { day } from '#lib/clock.ts'
import { type License, type LicenseProblem, type LicenseState, licenseStateAt } from './license.ts'
import { community, type Terms, termsIn, withdrawn } from './terms.ts'

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
const graceOfInvalid = 30 * day

const chosen = (held: License | undefined, fresh: License | undefined, now: number): License | undefined => {
  if (!held || !fresh) return fresh ?? held
  const isEarly = licenseStateAt(fresh, now) === 'not_yet_valid' && licenseStateAt(held, now) !== 'expired'
  return isEarly ? held : fresh
}

/**
 * Returns the next status. A clock that was set back does not extend a license. An exception is a license that ends
 * later than the last one, because a clock that was wrong once must not invalidate the next license.
 */
export const settle = (before: LicenseStatus, reading: ConfiguredLicense, clock: number): LicenseStatus => {
  if (reading === 'community') {
    const since = before.state === 'community' ? before.since : clock
    return { state: 'community', license: undefined, problem: null, terms: community, since, seenAt: null }
  }
  const fresh = 'license' in reading ? reading.license : undefined
  const isRenewed = fresh !== undefined && fresh.from <= clock && fresh.until > (before.license?.until ?? 0)
  const seen = isRenewed ? clock : (before.seenAt ?? clock)
  const isBack = seen - clock > day
  const now = isBack ? seen : clock
  const license = chosen(before.license, fresh, now)
  const state = license ? licenseStateAt(license, now) : 'invalid'
  const since = state === before.state ? before.since : clock
  const isOver = state === 'invalid' && now >= (since ?? now) + graceOfInvalid
  return {
    state,
    license,
    problem: 'problem' in reading ? reading.problem : isBack ? 'clock' : null,
    terms: isOver ? withdrawn : termsIn[state](before.terms, license),
    since,
    seenAt: Math.max(seen, clock),
  }
}
