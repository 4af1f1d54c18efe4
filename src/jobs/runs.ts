import { type Database, install } from '#db/database.ts'
import { statement } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import { leaseIsFree, leaseTimes } from './lease.ts'

const keptRuns = 100

export interface JobRun {
  readonly id: string
  readonly job: string
  readonly startedAt: string
  readonly finishedAt: string
  readonly outcome: 'succeeded' | 'failed'
  readonly processed: number
}

/** `names, first run of each` */
export const registerJobs = statement(
  'register_jobs',
  `insert into job (name, next_run_at) select * from unnest($1::text[], $2::timestamptz[]) on conflict (name) do nothing`,
)

interface TurnRow {
  name: string
  due: boolean
  /** When it is due next, or another run's lease ends. */
  next: Date
}

/** `now, latest end of a lease, names, latest believable next run of each` */
export const findTurns = statement<TurnRow>(
  'find_turns_of_jobs',
  `select job.name, (next_run_at <= $1 or next_run_at > latest) and ${leaseIsFree} as due,
          greatest(next_run_at, case when not ${leaseIsFree} then lease_until end) as next
     from job join unnest($3::text[], $4::timestamptz[]) as declared (name, latest) on declared.name = job.name`,
)

/** `name, owner, next run` */
const endLease = statement<{ name: string }>(
  'end_job_lease',
  `update job set next_run_at = $3, lease_owner = null, lease_until = null
    where name = $1 and lease_owner = $2 returning name`,
)

/** `id, job, started_at, finished_at, outcome, processed` */
const insertRun = statement(
  'insert_job_run',
  `insert into job_run (id, job, started_at, finished_at, outcome, processed) values ($1, $2, $3, $4, $5, $6)`,
)

/** `job, kept` */
const forgetOldRuns = statement(
  'forget_old_job_runs',
  `delete from job_run where job = $1
      and id <= (select id from job_run where job = $1 order by id desc offset $2 limit 1)`,
)

/**
 * Writes the end of a run and gives its lease back. A run whose lease another node took over has failed: that node
 * runs the job again, and the next time is its to set.
 */
export const recordRun = (db: Database, run: JobRun, nextRunAt: number): Promise<JobRun> =>
  db.transaction(install, async tx => {
    const [ended] = await tx.query(endLease, [run.job, run.id, iso(nextRunAt)])
    const recorded: JobRun = ended ? run : { ...run, outcome: 'failed' }
    const { id, job, startedAt, finishedAt, outcome, processed } = recorded
    tx.write(insertRun, [id, job, startedAt, finishedAt, outcome, processed])
    tx.write(forgetOldRuns, [job, keptRuns])
    return recorded
  })

/** `names` */
export const findSuccesses = statement<{ name: string; at: Date }>(
  'find_last_successes_of_jobs',
  `select name, (select finished_at from job_run where job = name and outcome = 'succeeded' order by id desc limit 1) as at
     from unnest($1::text[]) as name
    where exists (select from job_run where job = name and outcome = 'succeeded')`,
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

/** `now, latest end of a lease` */
const listStates = statement<StateRow>(
  'list_job_states',
  `select job.name, job.next_run_at, not ${leaseIsFree} as running, run.id, run.started_at, run.finished_at, run.outcome, run.processed
     from job left join lateral (
       select * from job_run where job_run.job = job.name order by id desc limit 1
     ) run on true`,
)

const lastRunOf = ({ name, id, started_at, finished_at, outcome, processed }: StateRow): JobRun | null =>
  id === null
    ? null
    : { id, job: name, startedAt: started_at.toISOString(), finishedAt: finished_at.toISOString(), outcome, processed }

interface RunState {
  readonly nextRunAt: string
  readonly running: boolean
  readonly lastRun: JobRun | null
}

/** When each job runs next, whether it is running, and how it ran last, by name. */
export const readStates = async (db: Database, now: number): Promise<Map<string, RunState>> => {
  const rows = await db.readInstall(listStates, leaseTimes(now))
  const stateOf = (row: StateRow) => ({
    nextRunAt: row.next_run_at.toISOString(),
    running: row.running,
    lastRun: lastRunOf(row),
  })
  return new Map(rows.map(row => [row.name, stateOf(row)]))
}
