/**
 * Loaded into a server with TEST_SIGNAL_AT. When a storage migration or an upload has reached a step a given number of
 * times, the process gets a signal before it does anything else.
 */
import { subscribe } from 'node:diagnostics_channel'
import type { StorageStep } from '#lib/storage-steps.ts'

const [step, times, signal] = (process.env.TEST_SIGNAL_AT ?? '').split('#')
let timesReached = 0

if (step)
  subscribe('probata:storage', message => {
    if (message === step && ++timesReached === Number(times)) process.kill(process.pid, signal)
  })

export interface SignalPoint {
  readonly step: StorageStep
  readonly times: number
  readonly signal: 'SIGKILL' | 'SIGSTOP'
}

/** Returns the environment of such a server. Without a step, it is empty. */
export const signalAt = (signalPoint?: SignalPoint): Readonly<Record<string, string>> =>
  signalPoint
    ? {
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${import.meta.url}`.trim(),
        TEST_SIGNAL_AT: `${signalPoint.step}#${signalPoint.times}#${signalPoint.signal}`,
      }
    : {}
