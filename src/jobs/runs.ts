import { type Database, install } from '#db/database.ts'
import { choice, number, rows, statement, text, texts } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import type { JobRun } from '#lib/job-runner.ts'
import { leaseIsFree, leaseTimes } from './lease.ts'

const keptRuns = 100

export const registerJobs = statement(
  'register_jobs',
  { names: texts, nextRuns: texts },
  `insert into job (name, next_run_at) select * from unnest(:names::text[], :nextRuns::timestamptz[]) on conflict (name) do nothing`,
)

interface NextRunRow {
  name: string
  due: boolean
  /** When it is next due, or another run's lease ends. */
  next: Date
}

export const findNextRuns = statement(
  'find_turns_of_jobs',
  { now: text, latest: text, names: texts, latestRuns: texts },
  `select job.name, (next_run_at <= :now or next_run_at > latest) and ${leaseIsFree} as due,
          greatest(next_run_at, case when not ${leaseIsFree} then lease_until end) as next
     from job join unnest(:names::text[], :latestRuns::timestamptz[]) as declared (name, latest) on declared.name = job.name`,
  rows<NextRunRow>,
)

const endLease = statement(
  'end_job_lease',
  { name: text, owner: text, nextRunAt: text },
  `update job set next_run_at = :nextRunAt, lease_owner = null, lease_until = null
    where name = :name and lease_owner = :owner returning name`,
  rows<{ name: string }>,
)

const insertRun = statement(
  'insert_job_run',
  { id: text, job: text, startedAt: text, finishedAt: text, outcome: choice<JobRun['outcome']>, processed: number },
  `insert into job_run (id, job, started_at, finished_at, outcome, processed) values (:id, :job, :startedAt, :finishedAt, :outcome, :processed)`,
)

const forgetOldRuns = statement(
  'forget_old_job_runs',
  { job: text, kept: number },
  `delete from job_run where job = :job
      and id <= (select id from job_run where job = :job order by id desc offset :kept limit 1)`,
)

/**
 * Records the end of a run and releases its lease. A run whose lease another node took over has failed: that node runs
 * the job again and sets the next time.
 */
export const recordRun = (db: Database, run: JobRun, nextRunAt: number): Promise<JobRun> =>
  db.transaction(install, async tx => {
    const [ended] = await tx.query(endLease, { name: run.job, owner: run.id, nextRunAt: iso(nextRunAt) })
    const recorded: JobRun = ended ? run : { ...run, outcome: 'failed' }
    const { id, job, startedAt, finishedAt, outcome, processed } = recorded
    tx.write(insertRun, { id, job, startedAt, finishedAt, outcome, processed })
    tx.write(forgetOldRuns, { job, kept: keptRuns })
    return recorded
  })

export const findSuccesses = statement(
  'find_last_successes_of_jobs',
  { names: texts },
  `select name, (select finished_at from job_run where job = name and outcome = 'succeeded' order by id desc limit 1) as at
     from unnest(:names::text[]) as name
    where exists (select from job_run where job = name and outcome = 'succeeded')`,
  rows<{ name: string; at: Date }>,
)

interface StateRow {
  name: string
  next_run_at: Date
  running: boolean
  id: string | null
  started_at: Date
  finished_at: Date
  outcome: JobRun['outcome']
  processed: number
}

const listStates = statement(
  'list_job_states',
  { now: text, latest: text },
  `select job.name, job.next_run_at, not ${leaseIsFree} as running, run.id, run.started_at, run.finished_at, run.outcome, run.processed
     from job left join lateral (
       select * from job_run where job_run.job = job.name order by id desc limit 1
     ) run on true`,
  rows<StateRow>,
)

const lastRunOf = ({ name, id, started_at, finished_at, outcome, processed }: StateRow): JobRun | null =>
  id === null
    ? null
    : { id, job: name, startedAt: started_at.toISOString(), finishedAt: finished_at.toISOString(), outcome, processed }

/** When each job runs next, whether it is running, and how it ran last, by name. */
export const readStates = async (db: Database, now: number) => {
  const rows = await db.readInstall(listStates, leaseTimes(now))
  const stateOf = (row: StateRow) => ({
    nextRunAt: row.next_run_at.toISOString(),
    running: row.running,
    lastRun: lastRunOf(row),
  })
  return new Map(rows.map(row => [row.name, stateOf(row)] as const))
}
