import { sha256Hex } from '#lib/hash.ts'
import { type Finding, highest } from './finding.ts'
import type { ScanResult } from './scan-body.ts'

/** The title and the subject of a finding, as its source reports them. */
export type Wording = Pick<Finding, 'title' | 'subjectModuleKey' | 'subjectResourceType' | 'subjectResourceId'>

/** The results of one call with the same fingerprint. */
export interface ResultGroup {
  readonly fingerprint: string
  readonly formerFingerprints: readonly string[]
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

const combine = (before: ResultGroup, result: ScanResult): ResultGroup => {
  const digest = wordingDigest(result)
  const isKnown = before.wordings.some(wording => wordingDigest(wording) === digest)
  return {
    ...before,
    formerFingerprints: [...new Set([...before.formerFingerprints, ...(result.formerFingerprints ?? [])])],
    result: { ...before.result, severity: highest(before.result.severity, result.severity) },
    wordings: isKnown ? before.wordings : [...before.wordings, wordingOf(result)],
  }
}

/** Groups results by fingerprint, in the order of the call. */
export const groupResults = (results: readonly ScanResult[]): ReadonlyMap<string, ResultGroup> => {
  const groups = new Map<string, ResultGroup>()
  for (const result of results) {
    const fingerprint = result.sourceFingerprint
    const before = groups.get(fingerprint)
    const single = {
      fingerprint,
      result,
      formerFingerprints: result.formerFingerprints ?? [],
      wordings: [wordingOf(result)],
    }
    groups.set(fingerprint, before ? combine(before, result) : single)
  }
  return groups
}
