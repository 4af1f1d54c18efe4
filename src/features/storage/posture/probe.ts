import { minute, second } from '#lib/clock.ts'
import type { ProbeOutcome, StoreCode } from '#lib/object-store.ts'

export interface ProbeFinding {
  readonly outcome: ProbeOutcome
  readonly code?: StoreCode | undefined
}

export interface Probe<P> {
  readonly name: string
  /**
   * Whether a binding must pass the probe to be used. `retention`: run and required only for bindings with Object Lock.
   */
  readonly required: 'always' | 'retention' | 'never'
  /** An error thrown here counts as a failure. */
  run(probing: P, signal: AbortSignal): Promise<ProbeFinding>
}

export const probeMs = 10 * second

export const passed: ProbeFinding = { outcome: 'passed' }
export const unknown: ProbeFinding = { outcome: 'unknown' }
export const failed = (code?: StoreCode): ProbeFinding => ({ outcome: 'failed', ...(code && { code }) })

export const passedIf = (condition: boolean, code?: StoreCode): ProbeFinding => (condition ? passed : failed(code))

/** The age at which probes remove leftovers of earlier probes that were interrupted, or whose objects were locked. */
export const leftoverAge = 10 * minute

/** The bytes that a probe sends. */
export const probeBytes = 64 * 1024
