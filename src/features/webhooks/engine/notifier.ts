import type { Services } from '#http/call.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import { notifyNodes } from './queries.ts'

const lingerMs = 5
/** A payload has less than 8,000 bytes. */
const maxNamed = 200

/** Notifies the other nodes which endpoints have something new. */
export interface Notifier {
  notify(endpointIds: readonly string[]): void
}

/**
 * Never in the transaction of a change, where a NOTIFY takes a lock of the whole database until the commit (1,779
 * against 3,434 commits/s): afterwards, on another connection, many changes together.
 */
export const createNotifier = ({ db, log }: Pick<Services, 'db' | 'log'>): Notifier => {
  const waiting = new Set<string>()
  let scheduled = false
  const report = createFailureReport({ fails: 'webhook_nodes_not_told', works: 'webhook_nodes_told' }, line =>
    log.warn(line),
  )

  const send = async (): Promise<void> => {
    scheduled = false
    const named = waiting.size > maxNamed ? '' : [...waiting].join(',')
    waiting.clear()
    try {
      await db.readInstall(notifyNodes, { endpointIds: named })
      report.worked()
    } catch (error) {
      report.failed(error)
    }
  }

  return {
    notify(endpointIds) {
      for (const id of endpointIds) waiting.add(id)
      if (!scheduled) setTimeout(send, lingerMs)
      scheduled = true
    },
  }
}
