import { lineOf } from './text.ts'

/** A finding in the format of `POST /governance/findings/scan-results`. */
export interface ScanFinding {
  readonly sourceFingerprint: string
  /** Alternative fingerprints from earlier scans or versions of the command, best first; at most 8. */
  readonly formerFingerprints?: readonly string[]
  readonly title: string
  readonly description: string
  readonly severity: Severity
  readonly subjectModuleKey: string
  readonly subjectResourceType: string
  readonly subjectResourceId: string
  readonly sighting?: Sighting
}

/** The location of a finding in this scan, which is not part of its identity. */
export interface Sighting {
  readonly startLine: number
  readonly endLine?: number
  readonly snippet?: string
}

/** The findings of one scan of a source, or of one category of its scans. */
export interface Scan {
  readonly category?: string | undefined
  readonly findings: readonly ScanFinding[]
  /** The fingerprints of results in the file that are not sent and count as neither seen nor gone. */
  readonly untouched: readonly string[]
}

/** The severities, worst first. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const
export type Severity = (typeof severities)[number]

/** Converts a CVSS score to a severity, with the limits of GitHub for `security-severity`. */
export const cvssSeverity = (score: number): Severity => {
  const bounds = [
    [9, 'critical'],
    [7, 'high'],
    [4, 'medium'],
    [0.1, 'low'],
  ] as const
  return bounds.find(([from]) => score >= from)?.[1] ?? 'info'
}

/** Shortens a text at its beginning, because the end of a path is more useful. */
export const endOfText = (text: string, maxLength: number): string => {
  const line = lineOf(text)
  return line.length > maxLength ? `…${line.slice(1 - maxLength).toWellFormed()}` : line
}
