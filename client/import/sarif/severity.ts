/** Determines the severity of a result: by its score, otherwise by its level (SARIF 3.27.10). */
import { cvssSeverity, type Severity } from '#client/import/scan-finding.ts'
import type { Result, Rule, Run } from './log.ts'
import { overriddenLevel } from './rule.ts'

const words: ReadonlyMap<string, Severity> = new Map([
  ['critical', 'critical'],
  ['high', 'high'],
  ['important', 'high'],
  ['error', 'high'],
  ['medium', 'medium'],
  ['moderate', 'medium'],
  ['warning', 'medium'],
  ['low', 'low'],
  ['minor', 'low'],
  ['note', 'low'],
  ['info', 'info'],
  ['informational', 'info'],
  ['negligible', 'info'],
  ['none', 'info'],
])

const wordOf = (value: string): Severity | undefined => words.get(value.trim().toLowerCase())

/** Parses `security-severity`, which the standard does not define; on GitHub it is a string from 0.0 to 10.0. */
const severityOfScore = (value: unknown): Severity | undefined => {
  if (typeof value === 'string') {
    const trimmed = value.trim().replace(',', '.')
    return /^\d+(\.\d*)?$/.test(trimmed) ? severityOfScore(Number(trimmed)) : wordOf(trimmed)
  }
  return typeof value === 'number' && value >= 0 && value <= 10 ? cvssSeverity(value) : undefined
}

const isPresent = (value: unknown): boolean =>
  value !== undefined && !(typeof value === 'string' && value.trim() === '')

export interface RatedResult {
  readonly severity: Severity
  /** The unknown value, if any. */
  readonly unknown: string | undefined
}

export const severityOf = (run: Run, result: Result, rule: Rule | undefined): RatedResult => {
  const scores = [result, rule].map(one => one?.properties?.['security-severity']).filter(isPresent)
  const score = scores.map(severityOfScore).find(one => one !== undefined)
  const [firstScore] = scores
  if (score) return { severity: score, unknown: undefined }
  const level = result.level || overriddenLevel(run, result, rule) || rule?.defaultConfiguration?.level || 'warning'
  const severity = wordOf(level)
  const unknown = firstScore === undefined ? undefined : String(JSON.stringify(firstScore))
  return { severity: severity ?? 'medium', unknown: unknown ?? (severity ? undefined : level) }
}
