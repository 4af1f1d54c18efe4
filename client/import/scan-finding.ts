import { lineOf } from './text.ts'

/** A finding as `POST /governance/findings/scan-results` takes it. */
export interface ScanFinding {
  readonly sourceFingerprint: string
  /** Others by which earlier scans or versions of the command knew it, best first; at most 8. */
  readonly formerFingerprints?: readonly string[]
  readonly title: string
  readonly description: string
  readonly severity: Severity
  readonly subjectModuleKey: string
  readonly subjectResourceType: string
  readonly subjectResourceId: string
  readonly sighting?: Sighting
}

/** Where a finding was seen this time; no part of its identity. */
export interface Sighting {
  readonly startLine: number
  readonly endLine?: number
  readonly snippet?: string
}

/** What one scan of a source found, or one category of its scans. */
export interface Scan {
  readonly category?: string | undefined
  readonly findings: readonly ScanFinding[]
  /** Fingerprints of what is in the file and was not taken: neither seen nor gone. */
  readonly untouched: readonly string[]
}

/** From the worst down. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const
export type Severity = (typeof severities)[number]

/** The severity of a CVSS score, as GitHub reads `security-severity`. */
export const scored = (score: number): Severity => {
  const bounds = [
    [9, 'critical'],
    [7, 'high'],
    [4, 'medium'],
    [0.1, 'low'],
  ] as const
  return bounds.find(([from]) => score >= from)?.[1] ?? 'info'
}

/** The end of a path tells more than its beginning. */
export const ending = (text: string, most: number): string => {
  const one = lineOf(text)
  return one.length > most ? `…${one.slice(1 - most).toWellFormed()}` : one
}
