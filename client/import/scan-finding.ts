import { lineOf } from './text.ts'

/** A finding as `POST /governance/findings/scan-results` takes it. */
export interface ScanFinding {
  readonly sourceFingerprint: string
  readonly title: string
  readonly description: string
  readonly severity: Severity
  readonly subjectModuleKey: string
  readonly subjectResourceType: string
  readonly subjectResourceId: string
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
