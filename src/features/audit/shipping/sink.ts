import type { SecurityEvent } from '#api/security-event.ts'

/** An event, and what is sent of it. */
export interface Line {
  readonly event: SecurityEvent
  readonly text: string
}

/** Where events go. Resolves once they are there; when it rejects, any of them may be. */
export type Sink = (lines: readonly Line[]) => Promise<void>
