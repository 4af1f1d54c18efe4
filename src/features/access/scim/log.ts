import type { Database, Transaction } from '#db/database.ts'
import type { ScimDetails, ScimLog, ScimRequest } from '#http/scim-log.ts'
import { iso, second } from '#lib/clock.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { Ids } from '#lib/ids.ts'
import type { Log } from '#lib/log.ts'
import { Sentence } from '#lib/sentence.ts'
import { renderScimEvent } from './event.ts'
import { insertScimEvents, recordIgnored, recordTokenUse } from './log-queries.ts'

/** The maximum number of unwritten rows of all workspaces together. Further rows are only counted. */
const maxQueued = 20_000
const batchSize = 500
const maxNames = 50
const maxText = 300

interface ScimLogServices {
  readonly db: Database
  readonly ids: Ids
  readonly log: Log
}

const truncate = (names: readonly string[] = []): string[] =>
  names.slice(0, maxNames).map(name => name.slice(0, maxText))

const readDetail = (detail: ScimDetails['detail']) =>
  detail instanceof Sentence
    ? { detail: detail.text.slice(0, maxText), sentence: JSON.stringify({ code: detail.code, values: detail.values }) }
    : { detail: detail?.slice(0, maxText) ?? null }

const write = async (tx: Transaction, requests: readonly ScimRequest[], ids: Ids): Promise<void> => {
  const attributes = [...new Set(requests.flatMap(({ ignored }) => truncate(ignored)))]
  const now = iso(Math.max(...requests.map(({ at }) => at)))
  const newAttributes = new Set(
    attributes.length === 0
      ? []
      : (await tx.query(recordIgnored, { attributes, now })).map(({ attribute }) => attribute),
  )
  const events = requests.map(({ at, tokenId, operation, status, target, changed, ignored, detail, requestId }) => {
    const newlyIgnored = truncate(ignored).filter(name => newAttributes.delete(name))
    const id = ids.next('sce', at)
    const event = {
      id,
      tokenId,
      operation,
      status,
      targetId: target ?? null,
      changed: truncate(changed),
      ignored: newlyIgnored,
    }
    return {
      ...{ id, tokenId, failed: status >= 400 ? 'yes' : '' },
      record: renderScimEvent({ ...event, ...readDetail(detail), requestId, createdAt: iso(at) }),
    }
  })
  tx.write(insertScimEvents, {
    ids: events.map(({ id }) => id),
    tokenIds: events.map(({ tokenId }) => tokenId),
    failed: events.map(({ failed }) => failed),
    records: events.map(({ record }) => record),
  })
  const byToken = [...Map.groupBy(requests, ({ tokenId }) => tokenId)].sort(([a], [b]) => (a < b ? -1 : 1))
  const latestTime = (requests: readonly ScimRequest[]) =>
    requests.length === 0 ? '' : iso(Math.max(...requests.map(({ at }) => at)))
  tx.write(recordTokenUse, {
    ids: byToken.map(([id]) => id),
    requests: byToken.map(([, requests]) => latestTime(requests)),
    successes: byToken.map(([, requests]) => latestTime(requests.filter(({ status }) => status < 400))),
  })
}

/** Creates a log that retries a failed write after a second, while the queue has room. */
export const createScimLog = ({ db, ids, log }: ScimLogServices): ScimLog => {
  const detailsByRequest = new Map<string, ScimDetails>()
  let queue: ScimRequest[] = []
  let lostCount = 0
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()
  const report = createFailureReport({ fails: 'scim_events_not_written', works: 'scim_events_written' }, line =>
    log.error(line),
  )

  const enqueue = (requests: readonly ScimRequest[]): void => {
    const room = Math.max(0, maxQueued - queue.length)
    queue.push(...requests.slice(0, room))
    lostCount += Math.max(0, requests.length - room)
    if (queue.length === 0) return
    timer ??= setTimeout(flush, second)
    timer.unref()
  }

  const writeAll = async (): Promise<void> => {
    const entries = queue
    queue = []
    if (lostCount > 0) log.error({ event: 'scim_events_lost', count: lostCount })
    lostCount = 0
    for (const [organizationId, all] of Map.groupBy(entries, ({ organizationId }) => organizationId))
      for (let i = 0; i < all.length; i += batchSize) {
        const requests = all.slice(i, i + batchSize)
        await db
          .transaction(organizationId, tx => write(tx, requests, ids))
          .then(report.worked, (error: unknown) => {
            report.failed(error)
            enqueue(requests)
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
    describe: (requestId, details) =>
      void detailsByRequest.set(requestId, { ...detailsByRequest.get(requestId), ...details }),
    record(request) {
      const details = detailsByRequest.get(request.requestId)
      detailsByRequest.delete(request.requestId)
      enqueue([{ ...request, ...details }])
    },
    flush,
    [Symbol.asyncDispose]: flush,
  }
}
