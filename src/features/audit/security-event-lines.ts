import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { readRecord } from '#http/record.ts'
import { minute, parseTimestamp, second } from '#lib/clock.ts'
import { idFloor } from '#lib/ids.ts'
import { SecurityEvent } from '#shared/security-event.ts'
import { type Format, formats } from './security-event-formats.ts'
import { securityEventsAfter } from './security-event-queries.ts'

const pageSize = 500
/** How long after its timestamp an event may still be committed. */
const maxCommitDelay = minute

interface LineOptions {
  readonly format: Format
  readonly since: string | undefined
  /** Whether to continue with new events until the signal aborts. */
  readonly follow: boolean
  readonly signal: AbortSignal
}

const readStart = (since: string | undefined): string => {
  if (since === undefined) return ''
  const time = parseTimestamp(since)
  if (time === undefined) throw new Error('--since must be a timestamp such as 2026-11-01T00:00:00Z.')
  return idFloor('sev', time)
}

/** Yields the events of all organizations and of the install, each once. */
export async function* securityEventLines(
  db: Pick<Database, 'readInstall'>,
  { format, since, follow, signal }: LineOptions,
): AsyncGenerator<string> {
  const yieldedIds = new Set<string>()
  let start = readStart(since)
  while (!signal.aborted) {
    const floor = idFloor('sev', Date.now() - maxCommitDelay)
    let after = start
    for (let isLast = false; !isLast; ) {
      const rows = await db.readInstall(securityEventsAfter, { after, limit: pageSize })
      for (const { id, record } of rows) {
        if (!yieldedIds.has(id)) yield formats[format](readRecord(SecurityEvent, record))
        if (id < floor) start = id
        else yieldedIds.add(id)
      }
      after = rows.at(-1)?.id ?? after
      isLast = rows.length < pageSize
    }
    for (const id of yieldedIds) if (id <= start) yieldedIds.delete(id)
    if (!follow) return
    await delay(second, undefined, { signal }).catch(() => undefined)
  }
}
