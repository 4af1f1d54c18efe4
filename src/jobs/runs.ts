import { type Database, install } from '#db/database.ts'
import { choice, flag, nullable, number, statement, text } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import type { JobRun } from '#lib/job-runner.ts'
import { codes } from './error-code.ts'

const keptRuns = 100

// Returns the number of failures in a row, including this one.
const endLease = statement(
  'end_job_lease',
  { name: text, owner: text, nextRunAt: text, failed: flag },
  `update job set next_run_at = :nextRunAt, lease_owner = null, lease_until = null,
          run_id = null, node_id = null, started_at = null, failures = case when :failed then failures + 1 else 0 end
    where name = :name and lease_owner = :owner returning failures`,
)

// The node that took over a job has already recorded the run that lost its lease.
const insertRun = statement(
  'insert_job_run',
  {
    id: text,
    job: text,
    startedAt: text,
    finishedAt: text,
    outcome: choice<JobRun['outcome']>,
    processed: number,
    nodeId: nullable(text),
    missed: number,
    errorCode: nullable(text),
  },
  `insert into job_run (id, job, started_at, finished_at, outcome, processed, node_id, missed, error_code)
   values (:id, :job, :startedAt, :finishedAt, :outcome, :processed, :nodeId, :missed, :errorCode)
   on conflict (id) do nothing`,
)

const forgetOldRuns = statement(
  'forget_old_job_runs',
  { job: text, kept: number },
  `delete from job_run where job = :job
      and id <= (select id from job_run where job = :job order by id desc offset :kept limit 1)`,
)

/** A run for all workspaces that has ended. */
type CountedRun = JobRun & { readonly processed: number }

interface RecordedRun {
  readonly run: CountedRun
  /** The number of failed runs in a row, including this one; undefined after a lost lease, when the new node counts. */
  readonly failures: number | undefined
}

/**
 * Records the end of a run and releases its lease. A run whose lease another node took over counts as failed: that node
 * runs the job again and sets the next time.
 */
export const recordRun = (db: Database, run: CountedRun, nextRunAt: number): Promise<RecordedRun> =>
  db.transaction(install, async tx => {
    const { id: owner, job: name } = run
    const end = { name, owner, nextRunAt: iso(nextRunAt), failed: run.outcome === 'failed' }
    const [lease] = await tx.query(endLease, end)
    const recorded: CountedRun = lease ? run : { ...run, outcome: 'failed', errorCode: codes.leaseLost }
    const { id, job, startedAt, finishedAt, outcome, processed, nodeId, missed, errorCode } = recorded
    tx.write(insertRun, { id, job, startedAt, finishedAt, outcome, processed, nodeId, missed, errorCode })
    tx.write(forgetOldRuns, { job, kept: keptRuns })
    return { run: recorded, failures: lease?.failures }
  })
