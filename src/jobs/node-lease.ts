import { install } from '#db/database.ts'
import { statement, text } from '#db/statement.ts'
import { iso, second } from '#lib/clock.ts'
import { createFailureReport } from '#lib/failure-report.ts'
import type { LeaseServices } from './lease.ts'

const leaseMs = 15 * second
const renewalMs = 5 * second

const renewNode = statement(
  'renew_node',
  { id: text, until: text },
  `insert into node (id, lease_until) values (:id, :until)
   on conflict (id) do update set lease_until = excluded.lease_until`,
)

const forgetNode = statement('forget_node', { id: text }, 'delete from node where id = :id')

const forgetOtherNodes = statement('forget_other_nodes', { id: text }, 'delete from node where id <> :id')

// Keeps times in the past, so that the next run of each job counts the runs that were missed.
const makeJobsDue = statement(
  'start_jobs_afresh',
  { now: text },
  'update job set lease_owner = null, lease_until = null, next_run_at = least(next_run_at, :now)',
)

interface Options {
  readonly nodeId: string
  /**
   * Set if only one process at a time can open the database, so that every other lease belongs to a dead process. Makes
   * every job due, so that the leftovers of a killed process are cleaned up immediately.
   */
  readonly alone: boolean
}

/** Announces that this process is alive, for 15 seconds at a time, renewed every 5 seconds until disposed. */
export const holdNodeLease = async (services: LeaseServices, { nodeId, alone }: Options): Promise<AsyncDisposable> => {
  const { db, clock, log } = services
  const renewal = () => ({ id: nodeId, until: iso(clock.now() + leaseMs) })
  await db.transaction(install, tx => {
    tx.write(renewNode, renewal())
    if (!alone) return
    tx.write(forgetOtherNodes, { id: nodeId })
    tx.write(makeJobsDue, { now: iso(clock.now()) })
  })
  const report = createFailureReport({ fails: 'node_lease_not_renewed', works: 'node_lease_renewed' }, line =>
    log.warn(line),
  )
  const timer = setInterval(() => {
    const renewalDone = db.transaction(install, tx => tx.write(renewNode, renewal()))
    renewalDone.then(report.worked, report.failed)
  }, renewalMs)
  timer.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      const deletion = db.transaction(install, tx => tx.write(forgetNode, { id: nodeId }))
      await deletion.catch(error => log.warn({ event: 'node_lease_left', error }))
    },
  }
}
