import { minute, second } from '#lib/clock.ts'
import type { ProbeOutcome, StoreCode } from '#lib/object-store.ts'

export interface Found {
  readonly outcome: ProbeOutcome
  readonly code?: StoreCode | undefined
}

export interface Probe<P> {
  readonly name: string
  /** Whether a binding without it may be used; `retention`: run and required only where files are to be kept locked. */
  readonly required: 'always' | 'retention' | 'never'
  /** What it throws is a failure. */
  run(probing: P, signal: AbortSignal): Promise<Found>
}

export const probeMs = 10 * second

export const passed: Found = { outcome: 'passed' }
export const unknown: Found = { outcome: 'unknown' }
export const failed = (code?: StoreCode): Found => ({ outcome: 'failed', ...(code && { code }) })

export const passedIf = (holds: boolean, code?: StoreCode): Found => (holds ? passed : failed(code))

/** What a probe that was cut short, or a lock, has left is removed by a later one. */
export const leftoverAge = 10 * minute

/** Bytes that a probe sends. */
export const probeBytes = 64 * 1024
