import { sha256Hex } from '#lib/hash.ts'
import { type Finding, highest } from './finding.ts'
import type { ScanResult } from './scan-body.ts'

/** The title and the subject of a finding, as its source reports them. */
export type Wording = Pick<Finding, 'title' | 'subjectModuleKey' | 'subjectResourceType' | 'subjectResourceId'>

/** The results of one call with the same fingerprint. */
export interface Group {
  readonly fingerprint: string
  readonly formers: readonly string[]
  /** The first of these results, with their highest severity. */
  readonly result: ScanResult
  /** The distinct wordings of these results. */
  readonly wordings: readonly Wording[]
}

export const wordingOf = ({ title, subjectModuleKey, subjectResourceType, subjectResourceId }: Wording): Wording => ({
  ...{ title, subjectModuleKey, subjectResourceType, subjectResourceId },
})

export const findingSubjectOf = ({ subjectModuleKey, subjectResourceType, subjectResourceId }: Wording): string =>
  JSON.stringify([subjectModuleKey, subjectResourceType, subjectResourceId])

export const wordingDigest = (wording: Wording): string => sha256Hex(JSON.stringify(wordingOf(wording)))

const combine = (before: Group, result: ScanResult): Group => {
  const digest = wordingDigest(result)
  const isKnown = before.wordings.some(one => wordingDigest(one) === digest)
  return {
    ...before,
    formers: [...new Set([...before.formers, ...(result.formerFingerprints ?? [])])],
    result: { ...before.result, severity: highest(before.result.severity, result.severity) },
    wordings: isKnown ? before.wordings : [...before.wordings, wordingOf(result)],
  }
}

/** Groups results by fingerprint, in the order of the call. */
export const groupResults = (results: readonly ScanResult[]): ReadonlyMap<string, Group> => {
  const groups = new Map<string, Group>()
  for (const result of results) {
    const fingerprint = result.sourceFingerprint
    const before = groups.get(fingerprint)
    const single = { fingerprint, result, formers: result.formerFingerprints ?? [], wordings: [wordingOf(result)] }
    groups.set(fingerprint, before ? combine(before, result) : single)
  }
  return groups
}
