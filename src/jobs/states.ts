import type { Database } from '#db/database.ts'
import { narrows, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import type { JobRun } from '#lib/job-runner.ts'
import { leaseIsFree, leaseTimes } from './lease.ts'

export const registerJobs = statement(
  'register_jobs',
  { names: texts, nextRuns: texts },
  `insert into job (name, next_run_at) select * from unnest(:names::text[], :nextRuns::timestamptz[]) on conflict (name) do nothing`,
)

// `next`: the time when the job is next due, or when another run's lease ends.
export const findNextRuns = statement(
  'find_turns_of_jobs',
  { now: text, latest: text, names: texts, latestRuns: texts },
  `select job.name, (next_run_at <= :now or next_run_at > latest) and ${leaseIsFree} as due,
          greatest(next_run_at, case when not ${leaseIsFree} then lease_until end) as next
     from job join unnest(:names::text[], :latestRuns::timestamptz[]) as declared (name, latest) on declared.name = job.name`,
  narrows<{ due: boolean }>,
)

export const findSuccesses = statement(
  'find_last_successes_of_jobs',
  { names: texts },
  `select name, (select finished_at from job_run where job = name and outcome = 'succeeded' order by id desc limit 1) as at
     from unnest(:names::text[]) as name
    where exists (select from job_run where job = name and outcome = 'succeeded')`,
  narrows<{ name: string; at: Date }>,
)

type RunRow = RowOf<typeof listRuns>

const columns = 'id, started_at, finished_at, outcome, processed, node_id, missed, error_code'

const runOf = (job: string, row: RunRow): JobRun => ({
  id: row.id,
  job,
  startedAt: row.started_at.toISOString(),
  finishedAt: row.finished_at.toISOString(),
  outcome: row.outcome,
  processed: row.processed,
  nodeId: row.node_id,
  missed: row.missed,
  errorCode: row.error_code,
})

const countFailed = statement(
  'count_failed_jobs',
  { names: texts },
  `select count(*)::int as count from unnest(:names::text[]) as name
    where (select outcome from job_run where job = name order by id desc limit 1) = 'failed'`,
)

/** Counts the jobs whose last run failed. */
export const countFailedJobs = async (db: Database, names: readonly string[]): Promise<number> => {
  const [row] = await db.readInstall(countFailed, { names })
  return row?.count ?? 0
}

const listRuns = statement(
  'list_job_runs',
  { job: text, position: text, limit: number },
  `select ${columns} from job_run where job = :job and id < :position order by id desc limit :limit`,
)

/** Reads ended runs of a job, newest first. */
export const readRuns = async (db: Database, job: string, page: { position: string; limit: number }) =>
  (await db.readInstall(listRuns, { job, ...page })).map(row => runOf(job, row))

type StateRow = RowOf<typeof listStates>

const listStates = statement(
  'list_job_states',
  { now: text, latest: text },
  `select name, next_run_at, running, failures, run.*,
          case when running and run_id = lease_owner then run_id end as current_id,
          job.node_id as current_node, job.started_at as current_since
     from job cross join lateral (select not ${leaseIsFree} as running) lease left join lateral (
       select ${columns} from job_run where job_run.job = job.name order by job_run.id desc limit 1
     ) run on true`,
  narrows<{ running: boolean }>,
)

const hasRun = (row: StateRow): row is StateRow & RunRow => row.id !== null

/** Reads the state of each job, by name: its next run, whether and where it is running, and its last outcome. */
export const readStates = async (db: Database, now: number) => {
  const rows = await db.readInstall(listStates, leaseTimes(now))
  const stateOf = (row: StateRow) => ({
    nextRunAt: row.next_run_at.toISOString(),
    running: row.running,
    lastRun: hasRun(row) ? runOf(row.name, row) : null,
    failures: row.failures,
    current:
      row.current_id !== null && row.current_node !== null && row.current_since
        ? { id: row.current_id, startedAt: row.current_since.toISOString(), nodeId: row.current_node }
        : null,
  })
  return new Map(rows.map(row => [row.name, stateOf(row)] as const))
}
