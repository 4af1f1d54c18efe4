import type { Database } from '#db/database.ts'
import { second } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'
import type { Call } from './call.ts'
import { change } from './call.ts'
import type { ErrorId } from './errors.ts'

interface Refused {
  readonly call: Call
  readonly action: string
  readonly id: ErrorId
}

/** Writes refusals of access to the audit trail. */
export interface Refusals extends AsyncDisposable {
  /** A refusal of a known account: written before the answer goes out. */
  record(refused: Refused): Promise<void>
  /**
   * A refusal that anybody can provoke at any rate (no credentials, rate limit): equal ones of a second become one
   * row with their count, so that a flood does not write a row per request.
   */
  count(refused: Refused): void
  /** Writes what was counted so far. */
  flush(): Promise<void>
}

const mostKinds = 1000

export const createRefusals = (db: Database, log: Log): Refusals => {
  let counted = new Map<string, Refused & { times: number }>()
  let timer: NodeJS.Timeout | undefined

  const write = ({ call, action }: Refused, detail: string) =>
    db.transaction(call.organizationId, tx => change(call, tx, action, null).audit('', { outcome: 'refused', detail }))

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const rows = [...counted.values()]
    counted = new Map()
    for (const row of rows) await write(row, row.times === 1 ? row.id : `${row.id} (${row.times} times)`)
  }

  return {
    record: refused => write(refused, refused.id),
    count(refused) {
      const { call, action, id } = refused
      const kind = JSON.stringify([call.organizationId, call.actor.id, action, id])
      const seen = counted.get(kind)
      if (!seen && counted.size >= mostKinds) return
      counted.set(kind, { ...refused, times: (seen?.times ?? 0) + 1 })
      timer ??= setTimeout(() => {
        flush().catch(error => log.error({ event: 'refusals_not_written', error }))
      }, second)
      timer.unref()
    },
    flush,
    [Symbol.asyncDispose]: flush,
  }
}
