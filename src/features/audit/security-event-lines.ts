import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { readRecord } from '#http/record.ts'
import { minute, parseTimestamp, second } from '#lib/clock.ts'
import { idFloor } from '#lib/ids.ts'
import { SecurityEvent } from '#shared/security-event.ts'
import { type Format, formats } from './security-event-formats.ts'
import { securityEventsAfter } from './security-event-queries.ts'

const size = 500
/** How long after its time an event may still commit. */
const settled = minute

interface Asked {
  readonly format: Format
  readonly since: string | undefined
  /** Whether to continue with new events until the signal aborts. */
  readonly follow: boolean
  readonly signal: AbortSignal
}

const startOf = (since: string | undefined): string => {
  if (since === undefined) return ''
  const at = parseTimestamp(since)
  if (at === undefined) throw new Error('--since must be a timestamp such as 2026-11-01T00:00:00Z.')
  return idFloor('sev', at)
}

/** Yields the events of all organizations and of the install, each once. */
export async function* securityEventLines(
  db: Pick<Database, 'readInstall'>,
  { format, since, follow, signal }: Asked,
): AsyncGenerator<string> {
  const seen = new Set<string>()
  let start = startOf(since)
  while (!signal.aborted) {
    const floor = idFloor('sev', Date.now() - settled)
    let after = start
    for (let isLast = false; !isLast; ) {
      const rows = await db.readInstall(securityEventsAfter, { after, limit: size })
      for (const { id, record } of rows) {
        if (!seen.has(id)) yield formats[format](readRecord(SecurityEvent, record))
        if (id < floor) start = id
        else seen.add(id)
      }
      after = rows.at(-1)?.id ?? after
      isLast = rows.length < size
    }
    for (const id of seen) if (id <= start) seen.delete(id)
    if (!follow) return
    await delay(second, undefined, { signal }).catch(() => undefined)
  }
}
