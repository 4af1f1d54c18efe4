import { mock } from 'node:test'
import { minute } from '#lib/clock.ts'
import { moveDate } from '#test/time-ahead.ts'

/** A past Thursday morning: behaviour that depends on the day or the hour is the same in every run. */
export const startTime = Date.UTC(2026, 0, 15, 10)

/**
 * Moves the clock of this process permanently. PostgreSQL keeps its own clock, which the program never reads.
 */
export const moveClock = (): void => moveDate(startTime - Date.now())

/** Stops the clock: values cached for a second stay cached, and nothing expires. */
export const stopClock = (): void => mock.timers.enable({ apis: ['Date'], now: startTime + 10 * minute })
