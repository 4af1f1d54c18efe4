import { day } from '#lib/clock.ts'

/** The number of days before the expiry of accepted proof from which new proof is due soon. */
export const dueSoonDays = 14

const never = 0
const endOfTime = Date.parse('9999-12-31T23:59:59.999Z') + 1

interface Range {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly before: number
}

/** The earliest expiry that is not yet due soon. */
export const soonFrom = (now: number): number => now + dueSoonDays * day + 1

/** The states of a requirement, each with its range of expiries of accepted proof (0 if there was never any). */
export const freshnessStates = {
  missing: () => ({ from: never, before: never + 1 }),
  stale: now => ({ from: never + 1, before: now + 1 }),
  due_soon: now => ({ from: now + 1, before: soonFrom(now) }),
  current: now => ({ from: soonFrom(now), before: endOfTime }),
} as const satisfies Record<string, (now: number) => Range>

export type FreshnessState = keyof typeof freshnessStates

export const stateNames = Object.keys(freshnessStates) as FreshnessState[]

export const anyState: Range = { from: never, before: endOfTime }

export const freshnessAt = (until: number, now: number): FreshnessState =>
  stateNames.find(name => until < freshnessStates[name](now).before) ?? 'current'
