import { install } from '#db/database.ts'
import { sqlState } from '#db/sql-error.ts'
import type { Services } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { iso, minute, second } from '#lib/clock.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import { idFloor, idTime } from '#lib/ids.ts'
import type { SecurityLogAddress } from '#lib/security-log-address.ts'
import { withRemedy } from '#lib/untrusted.ts'
import { SecurityEvent, writeSecurityEvent } from '#shared/security-event.ts'
import { formats } from '#src/features/audit/security-event-formats.ts'
import { leaseEventExport, recordExport, securityEventsAfter } from '#src/features/audit/security-event-queries.ts'
import { createFileSink } from './file-sink.ts'
import type { ShippedLine } from './sink.ts'
import { createSyslogSink } from './syslog-sink.ts'

const shipInterval = 2 * second
const leaseSeconds = 30
const batchSize = 500
/** How long after its timestamp an event may still be committed. The bookmark stays this far behind. */
const maxCommitDelay = minute
const behindAfter = 5 * minute

type Needs = Pick<Services, 'db' | 'clock' | 'ids' | 'log' | 'metrics' | 'nodeId'>

/** Forwards security events to one external receiver. */
export interface SecurityLog extends AsyncDisposable {
  start(): void
  /**
   * Sends pending events and returns their number, or 0 while another node sends. Rejects if the receiver does not
   * accept them.
   */
  ship(): Promise<number>
}

/**
 * Sends each event at least once, oldest first, starting with the first stored event. The bookmark in the database
 * moves after the receiver has accepted the events. It stays a minute behind, so that an event that commits late is not
 * skipped. This process remembers the events that it sent within that minute; after a restart or on another node, they
 * are sent again with the same `id`.
 */
export const createSecurityLog = (services: Needs, address: SecurityLogAddress, ca?: string[]): SecurityLog => {
  const { db, clock, log, nodeId: node } = services
  const { name: sink, format } = address
  const send =
    address.kind === 'file'
      ? createFileSink(address)
      : createSyslogSink(address, { trusted: ca, onCut: () => services.metrics.securityLogCut.inc() })
  const sentIds = new Set<string>()
  const stopping = new AbortController()
  const report = createFailureReport({ fails: 'security_log_behind', works: 'security_log_sent' }, line =>
    log.warn(line),
  )
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | undefined
  let wasAhead = false

  const settledFloor = (): string => idFloor('sev', clock.now() - maxCommitDelay)
  /** Returns the position to continue from: before the bookmark if a wrong clock moved the bookmark into the future. */
  const startAfter = (reached: string): string => {
    const floor = settledFloor()
    wasAhead = reached > floor && (wasAhead || reached > idFloor('sev', clock.now()))
    return wasAhead ? floor : reached
  }

  const takeLease = async () => {
    const values = { sink, node, now: iso(clock.now()), lease: leaseSeconds }
    const [lease] = await db.transaction(install, tx => tx.query(leaseEventExport, values))
    return lease
  }

  const advance = async (reached: string, isBehind: boolean): Promise<void> => {
    await db.transaction(install, tx => tx.query(recordExport, { sink, node, reached, behind: isBehind }))
    for (const id of sentIds) if (id <= reached) sentIds.delete(id)
  }

  /** Records that the sink fell behind: once per outage, across all nodes. */
  const reportBehind = (reached: string, oldest: string, error: unknown): Promise<void> =>
    db.transaction(install, async tx => {
      const [row] = await tx.query(recordExport, { sink, node, reached, behind: true })
      if (!row?.noted) return
      const context = { code: sqlState(error) ?? 'unknown', firstSeenAt: iso(idTime(oldest)) }
      writeSecurityEvent({ ...services, organizationId: install, tx }, { type: 'securityEventExportBehind', context })
    })

  const toLines = (rows: readonly { readonly id: string; readonly record: string }[]): ShippedLine[] =>
    rows
      .filter(({ id }) => !sentIds.has(id))
      .map(({ record }) => {
        const event = readRecord(SecurityEvent, record)
        return { event, text: formats[format](event) }
      })

  const shipPending = async (): Promise<number> => {
    const lease = await takeLease()
    if (!lease) {
      sentIds.clear()
      return 0
    }
    let { reached, behind } = lease
    let count = 0
    for (let after = startAfter(reached), isLast = false; !isLast && !stopping.signal.aborted; ) {
      const rows = await db.readInstall(securityEventsAfter, { after, limit: batchSize })
      const lines = toLines(rows)
      const [first] = lines
      if (first) {
        try {
          await send(lines)
        } catch (error) {
          const { id } = first.event
          if (!behind && clock.now() - idTime(id) > behindAfter) await reportBehind(reached, id, error)
          throw error
        }
      }
      for (const { event } of lines) sentIds.add(event.id)
      count += lines.length
      const floor = settledFloor()
      const nextReached = rows.findLast(({ id }) => id < floor)?.id ?? reached
      if (nextReached > reached || behind) await advance(nextReached, false)
      ;[reached, behind] = [nextReached, false]
      after = rows.at(-1)?.id ?? after
      isLast = rows.length < batchSize
      if (!isLast) await takeLease()
    }
    return count
  }

  const ship = (): Promise<number> => {
    const previous = running ?? Promise.resolve()
    const work = previous.then(shipPending, shipPending)
    running = work.catch(() => undefined)
    return work
  }

  const shipAndSchedule = async (): Promise<void> => {
    await ship().then(report.worked, error => report.failed(withRemedy(error, sink)))
    if (!stopping.signal.aborted) timer = setTimeout(() => void shipAndSchedule(), shipInterval).unref()
  }

  return {
    ship,
    start() {
      timer = setTimeout(() => void shipAndSchedule(), 0).unref()
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
