import { iso } from '#lib/clock.ts'
import { capabilityNames } from '#shared/entitlement.ts'
import { type License, licenseProblems, licenseStateAt } from './license.ts'
import type { LicenseStatusRow } from './queries.ts'
import type { ConfiguredLicense } from './settle.ts'
import { grantedTo } from './terms.ts'

/** A license as the command line shows it. */
export interface ShownLicense {
  /** Whether the install could use the license now. */
  readonly isGood: boolean
  readonly json: Readonly<Record<string, unknown>>
  readonly lines: readonly string[]
}

const grantsOf = ({ entitlements }: License): string[] =>
  Object.keys(entitlements).map(slug => {
    const words = capabilityNames.map(name => {
      const { allowed, limit } = grantedTo({ grants: entitlements }, slug, name)
      return `${name} ${allowed ? (limit ?? 'yes') : 'no'}`
    })
    return `  ${slug === '*' ? 'all others' : slug}: ${words.join(', ')}`
  })

const shown = (license: License, now: number): ShownLicense => {
  const { token: _, from, until, graceUntil, ...rest } = license
  const state = licenseStateAt(license, now)
  const moments = { from: iso(from), until: iso(until), graceUntil: iso(graceUntil) }
  return {
    isGood: state !== 'expired',
    json: { state, ...rest, ...moments, problem: null },
    lines: [
      `state: ${state}`,
      `license: ${rest.id}, ${rest.plan}${rest.holder === null ? '' : `, held by ${rest.holder}`}`,
      ...(rest.audience === null ? [] : [`bound to the install ${rest.audience.join(', ')}`]),
      `from ${moments.from} until ${moments.until}, in grace until ${moments.graceUntil}`,
      'entitlements:',
      ...grantsOf(license),
    ],
  }
}

/** Shows a license according to its file and key. */
export const showLicense = (reading: ConfiguredLicense, now: number): ShownLicense => {
  if (reading === 'community')
    return {
      isGood: true,
      json: { state: 'community', problem: null },
      lines: ['state: community', 'PROBATA_LICENSE_FILE is not set: the built-in license allows everything.'],
    }
  if ('license' in reading) return shown(reading.license, now)
  const { problem } = reading
  return {
    isGood: false,
    json: { state: 'invalid', problem },
    lines: [`problem: ${problem}`, licenseProblems[problem]],
  }
}

/** Adds the server's result, which is undefined without a database. */
export const showLicenseStatus = (
  shown: ShownLicense,
  standing: LicenseStatusRow | undefined,
  installId: string | undefined,
): ShownLicense => {
  const since = standing?.since ? ` since ${standing.since.toISOString()}` : ''
  const known = standing ? `${standing.state}${since}` : 'no answer from its database'
  const server = standing && { state: standing.state, since: standing.since, problem: standing.problem }
  return {
    ...shown,
    json: { ...shown.json, installId: installId ?? null, server: server ?? null },
    lines: [...shown.lines, `this install: ${installId ?? 'unknown without its database'}`, `the server: ${known}`],
  }
}
