import { minute, second } from '#lib/clock.ts'

/** What a look at a check found, at its time in milliseconds. */
export interface Look {
  readonly ok: boolean
  /** The store itself has refused: the next look will hardly differ. */
  readonly definite?: boolean
  readonly at: number
}

/** What is remembered of a check between looks, as JSON. */
export interface Damped {
  readonly open: boolean
  /** Good looks in a row. */
  readonly good: number
  /** Of the last ten looks, oldest first: `.` good, `x` failed, `X` failed definitely. */
  readonly last: string
  /** When the newest look failed definitely, if it did. */
  readonly definiteAt: number | null
  /** When the failures began that it is open for, or that may open it. */
  readonly failingSince: number | null
  /** Failed looks since then. */
  readonly failures: number
  /** Which state was told last, and when. */
  readonly told: boolean
  readonly toldAt: number | null
}

export const undisturbed: Damped = Object.freeze({
  open: false,
  good: 0,
  last: '',
  definiteAt: null,
  failingSince: null,
  failures: 0,
  told: false,
  toldAt: null,
})

const remembered = 10
/** A change of state within it is told later, or never. */
export const quiet = 10 * minute

interface Seen {
  readonly last: string
  readonly definiteAt: number | null
  readonly at: number
}

/** Any of them opens a deviation. */
const opening: readonly ((seen: Seen) => boolean)[] = [
  ({ last }) => /[xX]{3}$/.test(last),
  // Without this one, a store that fails every second time is never noticed.
  ({ last }) => last.replaceAll('.', '').length >= 5,
  ({ last, definiteAt, at }) => last.endsWith('XX') && definiteAt !== null && at - definiteAt <= 30 * second,
]

const goodToClose = 3

/** What follows from a look; `tell` where the state is to be told: at most once in 10 minutes, so a short change never is. */
export const look = (
  before: Damped,
  { ok, definite = false, at }: Look,
): { readonly state: Damped; readonly tell: boolean } => {
  const good = ok ? before.good + 1 : 0
  const last = (before.last + (ok ? '.' : definite ? 'X' : 'x')).slice(-remembered)
  const closes = before.open && good >= goodToClose
  const opens = !before.open && !ok && opening.some(rule => rule({ last, definiteAt: before.definiteAt, at }))
  const open = opens || (before.open && !closes)
  const calm = !open && !/[xX]/.test(closes ? '' : last)
  const tell = open !== before.told && (before.toldAt === null || at - before.toldAt >= quiet)
  const state: Damped = {
    open,
    good,
    last: closes ? '' : last,
    definiteAt: ok || !definite ? null : at,
    failingSince: calm ? null : (before.failingSince ?? (ok ? null : at)),
    failures: (calm ? 0 : before.failures) + (ok ? 0 : 1),
    told: tell ? open : before.told,
    toldAt: tell ? at : before.toldAt,
  }
  return { state, tell }
}
