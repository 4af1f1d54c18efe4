/** Creates SARIF logs for tests. */
import { createHash } from 'node:crypto'
import { readSarif, type SarifOptions } from '#client/import/sarif.ts'
import type { ScanFinding } from '#client/import/scan-finding.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const locationAt = (
  uri: string | undefined,
  region: object | undefined = { startLine: 1 },
  rest: object = {},
) => [{ physicalLocation: { artifactLocation: { uri, ...rest }, region } }]

/** Returns a result of rule R in `src/a.ts`. */
export const result = (text: string, rest: object = {}) => ({
  ruleId: 'R',
  message: { text },
  locations: locationAt('src/a.ts'),
  ...rest,
})

export const runOf = (results: readonly unknown[] | null | undefined, rest: object = {}) => ({
  tool: { driver: { name: 'Lint' } },
  results,
  ...rest,
})

export const logOf = (...runs: readonly object[]): string => JSON.stringify({ version: '2.1.0', runs })

/**
 * Returns the number of findings that a second scan would create in a register with the findings of the first scan, by
 * the rules of `POST /governance/findings/scan-results`. A result matches a record by its fingerprint, otherwise by the
 * first of its former fingerprints whose record is still free.
 */
export const createdAfter = (firstScan: readonly ScanFinding[], secondScan: readonly ScanFinding[]): number => {
  const records = new Map<string, number>()
  for (const [i, { sourceFingerprint, formerFingerprints = [] }] of firstScan.entries())
    for (const key of [sourceFingerprint, ...formerFingerprints]) if (!records.has(key)) records.set(key, i)
  const takenRecords = new Set<number>()
  const claimRecord = (keys: readonly string[]): boolean => {
    const record = keys.map(key => records.get(key)).find(index => index !== undefined && !takenRecords.has(index))
    if (record !== undefined) takenRecords.add(record)
    return record !== undefined
  }
  const unmatched = secondScan.filter(finding => !claimRecord([finding.sourceFingerprint]))
  return unmatched.filter(finding => !claimRecord(finding.formerFingerprints ?? [])).length
}

export const read = (log: string, options?: SarifOptions) => readSarif(log, sha256, options)

export const findingsOf = (results: readonly unknown[], rest: object = {}) => read(logOf(runOf(results, rest))).findings

export const fingerprintsOf = (results: readonly unknown[], rest: object = {}) =>
  findingsOf(results, rest).map(finding => finding.sourceFingerprint)

export const locationsOf = (results: readonly unknown[], rest: object = {}, options?: SarifOptions) =>
  read(logOf(runOf(results, rest)), options).findings.map(finding => finding.subjectResourceId)

/** Returns a run whose tool declares rules. */
export const driver = (rules: readonly object[], rest: object = {}) => ({
  tool: { driver: { name: 'Lint', rules }, ...rest },
})
