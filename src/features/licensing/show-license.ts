import { iso } from '#lib/clock.ts'
import { capabilityNames } from '#shared/entitlement.ts'
import { type License, licenseProblems, licenseStateAt } from './license.ts'
import type { ConfiguredLicense } from './next-license-status.ts'
import type { LicenseStatusRow } from './queries.ts'
import { findGrant } from './terms.ts'

/** A license as the command line shows it. */
export interface LicenseReport {
  /** Whether the install could use the license now. */
  readonly isGood: boolean
  readonly json: Readonly<Record<string, unknown>>
  readonly lines: readonly string[]
}

const describeGrants = ({ entitlements }: License): string[] =>
  Object.keys(entitlements).map(slug => {
    const words = capabilityNames.map(name => {
      const { allowed, limit } = findGrant({ grants: entitlements }, slug, name)
      return `${name} ${allowed ? (limit ?? 'yes') : 'no'}`
    })
    return `  ${slug === '*' ? 'all others' : slug}: ${words.join(', ')}`
  })

const showValidLicense = (license: License, now: number): LicenseReport => {
  const { token: _, from, until, graceUntil, ...rest } = license
  const state = licenseStateAt(license, now)
  const times = { from: iso(from), until: iso(until), graceUntil: iso(graceUntil) }
  return {
    isGood: state !== 'expired',
    json: { state, ...rest, ...times, problem: null },
    lines: [
      `state: ${state}`,
      `license: ${rest.id}, ${rest.plan}${rest.holder === null ? '' : `, held by ${rest.holder}`}`,
      ...(rest.audience === null ? [] : [`bound to the install ${rest.audience.join(', ')}`]),
      `from ${times.from} until ${times.until}, in grace until ${times.graceUntil}`,
      'entitlements:',
      ...describeGrants(license),
    ],
  }
}

/** Shows a license according to its file and key. */
export const showLicense = (configured: ConfiguredLicense, now: number): LicenseReport => {
  if (configured === 'community')
    return {
      isGood: true,
      json: { state: 'community', problem: null },
      lines: ['state: community', 'PROBATA_LICENSE_FILE is not set: the built-in license allows everything.'],
    }
  if ('license' in configured) return showValidLicense(configured.license, now)
  const { problem } = configured
  return {
    isGood: false,
    json: { state: 'invalid', problem },
    lines: [`problem: ${problem}`, licenseProblems[problem]],
  }
}

/** Adds the status that the server stored; undefined without a database. */
export const showLicenseStatus = (
  report: LicenseReport,
  status: LicenseStatusRow | undefined,
  installId: string | undefined,
): LicenseReport => {
  const since = status?.since ? ` since ${status.since.toISOString()}` : ''
  const serverText = status ? `${status.state}${since}` : 'no response from its database'
  const server = status && { state: status.state, since: status.since, problem: status.problem }
  return {
    ...report,
    json: { ...report.json, installId: installId ?? null, server: server ?? null },
    lines: [
      ...report.lines,
      `this install: ${installId ?? 'unknown without its database'}`,
      `the server: ${serverText}`,
    ],
  }
}
