import type { KeyObject } from 'node:crypto'
import type { Transaction } from '#db/database.ts'
import { iso, minute } from '#lib/clock.ts'
import type { License } from './license.ts'
import type { LicenseStatus } from './next-license-status.ts'
import { lockLicense, updateLicense } from './queries.ts'
import type { Terms } from './terms.ts'
import { verifyLicense } from './verify-license.ts'

/** The fields of the last valid license that are shown. Times are ISO 8601 timestamps. */
export interface LicenseFacts {
  readonly id: string
  readonly plan: string
  readonly holder: string | null
  readonly from: string
  readonly until: string
  readonly graceUntil: string
  /** Whether the license is bound to this install. */
  readonly bound?: boolean
}

const toFacts = ({ id, plan, holder, from, until, graceUntil, audience }: License): LicenseFacts => ({
  id,
  plan,
  holder,
  from: iso(from),
  until: iso(until),
  graceUntil: iso(graceUntil),
  ...(audience && { bound: true }),
})

/** Reads the stored fields; they are absent if no license exists or was ever valid. */
export const readFacts = (facts: string): Partial<LicenseFacts> => JSON.parse(facts)

export const readTerms = (terms: string): Terms => JSON.parse(terms)

/** Reads the stored license. A license that the configured key does not verify counts as never valid. */
const readStoredLicense = async (token: string | null, key: KeyObject | undefined): Promise<License | undefined> => {
  const verification = token === null ? undefined : await verifyLicense(token, key)
  return verification && 'license' in verification ? verification.license : undefined
}

/** Reads the stored status and locks it until the transaction ends. */
export const lockLicenseStatus = async (tx: Transaction, key: KeyObject | undefined): Promise<LicenseStatus> => {
  const [row] = await tx.query(lockLicense, {})
  if (!row) throw new Error('license_state has no row')
  return {
    state: row.state,
    license: await readStoredLicense(row.token, key),
    problem: row.problem,
    terms: readTerms(row.terms),
    since: row.since?.getTime() ?? null,
    seenAt: row.seen_at?.getTime() ?? null,
  }
}

const toRow = ({ state, license, problem, terms, since }: LicenseStatus) => ({
  state,
  token: license?.token ?? null,
  facts: JSON.stringify(license ? toFacts(license) : {}),
  terms: JSON.stringify(terms),
  problem,
  since: since === null ? null : iso(since),
})

// A run within this time of another writes nothing if only the time has changed.
const seenInterval = 10 * minute

const mustUpdateSeen = (before: number | null, after: number | null): boolean =>
  (before === null) !== (after === null) || Math.abs((after ?? 0) - (before ?? 0)) > seenInterval

/** Writes the status if it has changed. */
export const updateLicenseStatus = (tx: Transaction, before: LicenseStatus, after: LicenseStatus): void => {
  const values = toRow(after)
  if (JSON.stringify(values) === JSON.stringify(toRow(before)) && !mustUpdateSeen(before.seenAt, after.seenAt)) return
  tx.write(updateLicense, { ...values, seenAt: after.seenAt === null ? null : iso(after.seenAt) })
}
