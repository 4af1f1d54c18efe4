import { minute, second } from '#lib/clock.ts'

/** The result of one check, with its time in milliseconds. */
export interface StoreCheck {
  readonly ok: boolean
  /** Whether the store itself refused the request, so that the next check will probably fail as well. */
  readonly definite?: boolean
  readonly at: number
}

/** The state of a check, stored as JSON between sweeps. */
export interface DampedState {
  readonly open: boolean
  /** Consecutive good checks. */
  readonly good: number
  /** The last ten checks, oldest first: `.` good, `x` failed, `X` failed definitely. */
  readonly last: string
  /** The time of the newest check if it failed definitely. */
  readonly definiteAt: number | null
  /** When the failures of the current or possible deviation began. */
  readonly failingSince: number | null
  /** Failed checks since then. */
  readonly failures: number
  /** The last reported state and the time of the report. */
  readonly told: boolean
  readonly toldAt: number | null
}

export const initialState: DampedState = Object.freeze({
  open: false,
  good: 0,
  last: '',
  definiteAt: null,
  failingSince: null,
  failures: 0,
  told: false,
  toldAt: null,
})

const maxRemembered = 10
/** The minimum time between two reports. A change within it is reported later, or never if it does not last. */
export const quietPeriod = 10 * minute

interface CheckHistory {
  readonly last: string
  readonly definiteAt: number | null
  readonly at: number
}

/** A deviation opens if one of these rules applies. */
const openingRules: readonly ((history: CheckHistory) => boolean)[] = [
  ({ last }) => /[xX]{3}$/.test(last),
  // Without this rule, a store that fails every other check would never be reported.
  ({ last }) => last.replaceAll('.', '').length >= 5,
  ({ last, definiteAt, at }) => last.endsWith('XX') && definiteAt !== null && at - definiteAt <= 30 * second,
]

const goodToClose = 3

/**
 * Returns the state after one check. `mustReport` is set at most once in 10 minutes, so a shorter change is never
 * reported.
 */
export const afterCheck = (
  before: DampedState,
  { ok, definite = false, at }: StoreCheck,
): { readonly state: DampedState; readonly mustReport: boolean } => {
  const good = ok ? before.good + 1 : 0
  const last = (before.last + (ok ? '.' : definite ? 'X' : 'x')).slice(-maxRemembered)
  const closes = before.open && good >= goodToClose
  const opens = !before.open && !ok && openingRules.some(rule => rule({ last, definiteAt: before.definiteAt, at }))
  const open = opens || (before.open && !closes)
  const isCalm = !open && !/[xX]/.test(closes ? '' : last)
  const mustReport = open !== before.told && (before.toldAt === null || at - before.toldAt >= quietPeriod)
  const state: DampedState = {
    open,
    good,
    last: closes ? '' : last,
    definiteAt: ok || !definite ? null : at,
    failingSince: isCalm ? null : (before.failingSince ?? (ok ? null : at)),
    failures: (isCalm ? 0 : before.failures) + (ok ? 0 : 1),
    told: mustReport ? open : before.told,
    toldAt: mustReport ? at : before.toldAt,
  }
  return { state, mustReport }
}
