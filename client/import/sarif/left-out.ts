/** Determines which results of a log are findings (SARIF 3.27.9, 3.27.23, 3.27.24). */
import type { Result } from './log.ts'

/** Results that are not findings, counted by reason. */
export interface Skipped {
  /** Results that passed, are not applicable, or are informational. */
  readonly notFailing: number
  /** Results of kind `open` or `review`, which a person must decide. */
  readonly undecided: number
  /** Results with suppressions that are all accepted. */
  readonly suppressed: number
  /** Results that have disappeared since the baseline. */
  readonly absent: number
}

export type SkipReason = keyof Skipped

/** The kinds of results that are not findings. */
const kinds: ReadonlyMap<string, SkipReason> = new Map([
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

/** Returns the reason why a result is not a finding; undefined for a finding. */
export const skipReasonOf = (result: Result): SkipReason | undefined => {
  if (result.baselineState === 'absent') return 'absent'
  return kinds.get(result.kind ?? 'fail') ?? (isSuppressed(result) ? 'suppressed' : undefined)
}

/** Whether an existing finding stays unchanged, because it counts as neither seen nor gone. */
export const isUntouched = (why: SkipReason | undefined): boolean => why === 'undecided' || why === 'suppressed'
