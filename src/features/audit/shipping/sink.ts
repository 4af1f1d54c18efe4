import type { SecurityEvent } from '#shared/security-event.ts'

/** An event, and the form in which it is sent. */
export interface ShippedLine {
  readonly event: SecurityEvent
  readonly text: string
}

/** The destination of events. Resolves once they have arrived; if it rejects, any of them may have. */
export type Sink = (lines: readonly ShippedLine[]) => Promise<void>
