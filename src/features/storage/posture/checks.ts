import type { ProbeOutcome, ProbeResult, StoreCode } from '#lib/object-store.ts'
import { roundTrip } from './deviation.ts'
import { lightProbes } from './probes.ts'
import type { Stops } from './stop-findings.ts'

/** The result of one check in one probe run. */
export interface CheckOutcome {
  readonly check: string
  readonly ok: boolean
  readonly definite: boolean
  readonly code?: StoreCode | undefined
  readonly stops: Stops
}

/** The outcome of each probe. */
export type Baseline = Readonly<Record<string, ProbeOutcome>>

export const baselineOf = (results: readonly Pick<ProbeResult, 'probe' | 'outcome'>[]): Baseline =>
  Object.fromEntries(results.map(({ probe, outcome }) => [probe, outcome]))

/** Codes that mean that the store itself refused a request. */
const definite: ReadonlySet<StoreCode | undefined> = new Set([
  'credential',
  'forbidden',
  'no_bucket',
  'refused_address',
])
/** Codes that mean that no response arrived, which proves nothing. */
const inconclusive: ReadonlySet<StoreCode | undefined> = new Set(['slow', 'unreachable'])
/** Probes that must pass for reads to work. A folder has no such probes. */
const accessProbes: readonly string[] = ['credential', 'bucket']
const ranks: Readonly<Record<ProbeOutcome, number>> = { failed: 0, unknown: 1, passed: 2 }

const consequenceOf = (failed: readonly ProbeResult[], hasAccessProbes: boolean): Stops => {
  // A full store is not blocked: each upload detects it at once, and succeeds as soon as space is available.
  if (failed.every(({ code }) => code === 'full')) return 'nothing'
  return hasAccessProbes && !failed.some(({ probe }) => accessProbes.includes(probe)) ? 'uploads' : 'files'
}

const checkRoundTrip = (results: readonly ProbeResult[]): CheckOutcome => {
  const light = results.filter(({ probe }) => lightProbes.includes(probe))
  const failed = light.filter(({ outcome }) => outcome !== 'passed')
  const [first] = failed
  if (!first) return { check: roundTrip, ok: true, definite: false, stops: 'nothing' }
  const { code } = failed.find(result => definite.has(result.code)) ?? first
  const hasAccessProbes = light.some(({ probe }) => accessProbes.includes(probe))
  return {
    check: roundTrip,
    ok: false,
    definite: definite.has(code),
    code,
    stops: consequenceOf(failed, hasAccessProbes),
  }
}

const compareWithBaseline = ({ probe, outcome, code }: ProbeResult, baseline: Baseline): CheckOutcome[] => {
  const before = baseline[probe]
  if (before === undefined || (outcome === 'unknown' && inconclusive.has(code))) return []
  const ok = ranks[outcome] >= ranks[before]
  return [{ check: probe, ok, definite: probe === 'not-public' || definite.has(code), code, stops: 'nothing' }]
}

/** Returns the check of a file's round trip and, if it passed, the other probes compared with their baselines. */
export const checksOf = (results: readonly ProbeResult[], baseline: Baseline): readonly CheckOutcome[] => {
  const trip = checkRoundTrip(results)
  if (!trip.ok) return [trip]
  const others = results.filter(({ probe }) => !lightProbes.includes(probe))
  return [trip, ...others.flatMap(result => compareWithBaseline(result, baseline))]
}

/** Returns the checks of a binding that could not be opened. */
export const unopenedChecks = (code: StoreCode): readonly CheckOutcome[] => [
  { check: roundTrip, ok: false, definite: definite.has(code), code, stops: 'files' },
]
