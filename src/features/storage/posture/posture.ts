import { Type } from 'typebox'
import { readRecord } from '#http/record.ts'
import { type Baseline, baselineOf, type CheckOutcome } from './checks.ts'
import { afterCheck, type DampedState, initialState } from './damping.ts'
import type { SweptRow } from './posture-queries.ts'
import { ProbeRun } from './probe-run.ts'

/** The damped state of each check. */
export type Checks = Readonly<Record<string, DampedState>>

const Outcomes = Type.Object({ byProbe: Type.Record(Type.String(), Type.Enum(['passed', 'failed', 'unknown'])) })
const NullableTime = Type.Union([Type.Number(), Type.Null()])
const StoredState = Type.Object({
  open: Type.Boolean(),
  good: Type.Number(),
  last: Type.String(),
  definiteAt: NullableTime,
  failingSince: NullableTime,
  failures: Type.Number(),
  told: Type.Boolean(),
  toldAt: NullableTime,
})
const ByCheck = Type.Object({ byCheck: Type.Record(Type.String(), StoredState) })

export const readChecks = ({ checks }: Pick<SweptRow, 'checks'>): Checks =>
  checks === null ? {} : readRecord(ByCheck, checks).byCheck

export const renderChecks = (byCheck: Checks): string => JSON.stringify({ byCheck })

export const renderBaseline = (byProbe: Baseline): string => JSON.stringify({ byProbe })

/** Returns the probe outcomes at the activation of the binding; undefined if they are unknown. */
export const readBaseline = ({ activated_at, baseline, baseline_of, validation }: SweptRow): Baseline | undefined => {
  const isCurrent = baseline !== null && baseline_of?.getTime() === activated_at?.getTime()
  if (isCurrent) return readRecord(Outcomes, baseline).byProbe
  return validation === null ? undefined : baselineOf(readRecord(ProbeRun, validation).results)
}

/** The result of one check after all probes of a sweep. */
export interface PostureChange {
  readonly check: string
  readonly before: DampedState
  readonly after: DampedState
  /** Whether the change must be reported. */
  readonly mustReport: boolean
  /** The result of the last probe. */
  readonly last: CheckOutcome
  /** When the check began to fail; still set when it passes again. */
  readonly failingSince: number | null
  readonly failures: number
}

const isAtRest = ({ failingSince, told, toldAt }: DampedState): boolean =>
  failingSince === null && !told && toldAt === null

/** Updates all checks with the rounds of probes of a sweep; `at` is in milliseconds. */
export const updateChecks = (
  before: Checks,
  rounds: readonly (readonly CheckOutcome[])[],
  at: number,
): { readonly checks: Checks; readonly changes: readonly PostureChange[] } => {
  const changes = new Map<string, PostureChange>()
  for (const last of rounds.flat()) {
    const { check, ok, definite } = last
    const initial = before[check] ?? initialState
    const previous = changes.get(check)
    const next = afterCheck(previous?.after ?? initial, { ok, definite, at })
    changes.set(check, {
      check,
      before: initial,
      after: next.state,
      mustReport: previous?.mustReport || next.mustReport,
      last,
      failingSince: next.state.failingSince ?? previous?.failingSince ?? initial.failingSince,
      failures: Math.max(next.state.failures, previous?.failures ?? initial.failures),
    })
  }
  const after = { ...before, ...Object.fromEntries([...changes.values()].map(change => [change.check, change.after])) }
  const checks = Object.fromEntries(Object.entries(after).filter(([, state]) => !isAtRest(state)))
  return { checks, changes: [...changes.values()] }
}
