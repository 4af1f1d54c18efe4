/** Which results of a log are findings (SARIF 3.27.9, 3.27.23, 3.27.24). */
import type { Result } from './log.ts'

/** Results that are not findings, counted by reason. */
export interface Skipped {
  /** Passed, not applicable, or for information. */
  readonly notFailing: number
  /** `open` or `review`: the tool leaves it to a person. */
  readonly undecided: number
  /** Suppressed in the source or by a person, without one that was rejected or is under review. */
  readonly suppressed: number
  /** Gone since the baseline. */
  readonly absent: number
}

export type Why = keyof Skipped

/** Any other kind is a finding. */
const kinds: ReadonlyMap<string, Why> = new Map([
  ['open', 'undecided'],
  ['review', 'undecided'],
  ['pass', 'notFailing'],
  ['notApplicable', 'notFailing'],
  ['informational', 'notFailing'],
])

const isSuppressed = ({ suppressions = [] }: Result): boolean => {
  const statuses = suppressions.flatMap(one => (one ? [one.status ?? 'accepted'] : []))
  return statuses.length > 0 && statuses.every(status => status === 'accepted')
}

/** Undefined for a finding. */
export const whyNot = (result: Result): Why | undefined => {
  if (result.baselineState === 'absent') return 'absent'
  return kinds.get(result.kind ?? 'fail') ?? (isSuppressed(result) ? 'suppressed' : undefined)
}

/** A known finding stays as it is: neither seen nor gone. */
export const isUntouched = (why: Why | undefined): boolean => why === 'undecided' || why === 'suppressed'
