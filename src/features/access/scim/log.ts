import type { Database, Transaction } from '#db/database.ts'
import type { ScimDetails, ScimLog, ScimRequest } from '#http/scim-log.ts'
import { iso, second } from '#lib/clock.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { Ids } from '#lib/ids.ts'
import type { Log } from '#lib/log.ts'
import { renderScimEvent } from './event.ts'
import { insertScimEvents, recordIgnored, recordTokenUse } from './log-queries.ts'

/** The limit of rows that wait to be written, for all workspaces together; further rows are only counted. */
const maxWaiting = 20_000
const batch = 500
const maxNames = 50
const maxText = 300

interface Parts {
  readonly db: Database
  readonly ids: Ids
  readonly log: Log
}

const cut = (names: readonly string[] = []): string[] => names.slice(0, maxNames).map(name => name.slice(0, maxText))

const write = async (tx: Transaction, requests: readonly ScimRequest[], ids: Ids): Promise<void> => {
  const attributes = [...new Set(requests.flatMap(({ ignored }) => cut(ignored)))]
  const now = iso(Math.max(...requests.map(({ at }) => at)))
  const unlisted = new Set(
    attributes.length === 0
      ? []
      : (await tx.query(recordIgnored, { attributes, now })).map(({ attribute }) => attribute),
  )
  const events = requests.map(({ at, tokenId, operation, status, target, changed, ignored, detail, requestId }) => {
    const fresh = cut(ignored).filter(name => unlisted.delete(name))
    const id = ids.next('sce', at)
    const event = { id, tokenId, operation, status, targetId: target ?? null, changed: cut(changed), ignored: fresh }
    return {
      ...{ id, tokenId, failed: status >= 400 ? 'yes' : '' },
      record: renderScimEvent({ ...event, detail: detail?.slice(0, maxText) ?? null, requestId, createdAt: iso(at) }),
    }
  })
  tx.write(insertScimEvents, {
    ids: events.map(({ id }) => id),
    tokenIds: events.map(({ tokenId }) => tokenId),
    failed: events.map(({ failed }) => failed),
    records: events.map(({ record }) => record),
  })
  const byToken = [...Map.groupBy(requests, ({ tokenId }) => tokenId)].sort(([a], [b]) => (a < b ? -1 : 1))
  const latest = (of: readonly ScimRequest[]) => (of.length === 0 ? '' : iso(Math.max(...of.map(({ at }) => at))))
  tx.write(recordTokenUse, {
    ids: byToken.map(([id]) => id),
    requests: byToken.map(([, of]) => latest(of)),
    successes: byToken.map(([, of]) => latest(of.filter(({ status }) => status < 400))),
  })
}

/** A failed write is tried again a second later, as long as the queue has room. */
export const createScimLog = ({ db, ids, log }: Parts): ScimLog => {
  const described = new Map<string, ScimDetails>()
  let waiting: ScimRequest[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const report = createFailureReport({ fails: 'scim_events_not_written', works: 'scim_events_written' }, line =>
    log.error(line),
  )

  const keep = (requests: readonly ScimRequest[]): void => {
    const room = Math.max(0, maxWaiting - waiting.length)
    waiting.push(...requests.slice(0, room))
    lost += Math.max(0, requests.length - room)
    if (waiting.length === 0) return
    timer ??= setTimeout(flush, second)
    timer.unref()
  }

  const writeAll = async (): Promise<void> => {
    const taken = waiting
    waiting = []
    if (lost > 0) log.error({ event: 'scim_events_lost', count: lost })
    lost = 0
    for (const [organizationId, all] of Map.groupBy(taken, ({ organizationId }) => organizationId))
      for (let i = 0; i < all.length; i += batch) {
        const requests = all.slice(i, i + batch)
        await db
          .transaction(organizationId, tx => write(tx, requests, ids))
          .then(report.worked, (error: unknown) => {
            report.failed(error)
            keep(requests)
          })
      }
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeAll)
    return writing
  }

  return {
    describe: (requestId, details) => void described.set(requestId, { ...described.get(requestId), ...details }),
    record(request) {
      const details = described.get(request.requestId)
      described.delete(request.requestId)
      keep([{ ...request, ...details }])
    },
    flush,
    [Symbol.asyncDispose]: flush,
  }
}
