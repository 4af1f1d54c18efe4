import type { SecurityEvent } from '#shared/security-event.ts'

/** An event and the text that is sent for it. */
export interface ShippedLine {
  readonly event: SecurityEvent
  readonly text: string
}

/** Sends events to a destination. Resolves when they have arrived; if it rejects, some may have arrived. */
export type Sink = (lines: readonly ShippedLine[]) => Promise<void>
