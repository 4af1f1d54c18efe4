import type { Database } from '#db/database.ts'
import { choice, narrows, nullable, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import { iso } from '#lib/clock.ts'
import type { JobRun } from '#lib/job-runner.ts'
import { codes } from './error-code.ts'

const keptRuns = 100

/** Ends a run that is not in progress on its node, or whose node no longer exists. */
const endInterrupted = statement(
  'end_interrupted_job_run_of_workspace',
  { job: text, now: text, node: text, underWay: texts },
  `update workspace_job_run r set finished_at = greatest(:now, started_at), outcome = 'failed', error_code = '${codes.interrupted}'
    where organization_id = :organization and job = :job and finished_at is null
      and (node_id = :node and not id = any(:underWay::text[])
           or node_id <> :node and not exists (select from node n where n.id = r.node_id and n.lease_until > :now))`,
)

const beginRun = statement(
  'begin_job_run_of_workspace',
  { id: text, job: text, now: text, node: text },
  `insert into workspace_job_run (organization_id, id, job, started_at, node_id) values (:organization, :id, :job, :now, :node)
   on conflict do nothing returning true as begun`,
)

const endRun = statement(
  'end_job_run_of_workspace',
  { id: text, finishedAt: text, outcome: choice<JobRun['outcome']>, processed: number, errorCode: nullable(text) },
  `update workspace_job_run set finished_at = :finishedAt, outcome = :outcome, processed = :processed,
          error_code = :errorCode
    where organization_id = :organization and id = :id and finished_at is null`,
)

const forgetOldRuns = statement(
  'forget_old_job_runs_of_workspace',
  { job: text, kept: number },
  `delete from workspace_job_run where organization_id = :organization and job = :job
      and id <= (select id from workspace_job_run where organization_id = :organization and job = :job
                  order by id desc offset :kept limit 1)`,
)

interface NewRun {
  readonly id: string
  readonly job: string
  readonly now: number
  readonly node: string
  /** The ids of the runs in this process. */
  readonly underWay: readonly string[]
}

/** Begins a run, unless one of the same job is in progress for the workspace; returns whether it did. */
export const beginOwnRun = (
  db: Database,
  organizationId: string,
  { id, job, now, node, underWay }: NewRun,
): Promise<boolean> =>
  db.transaction(organizationId, async tx => {
    await tx.query(endInterrupted, { job, now: iso(now), node, underWay })
    const [row] = await tx.query(beginRun, { id, job, now: iso(now), node })
    return row !== undefined
  })

export const endOwnRun = (db: Database, organizationId: string, run: JobRun & { readonly processed: number }) =>
  db.transaction(organizationId, tx => {
    const { id, job, finishedAt, outcome, processed, errorCode } = run
    tx.write(endRun, { id, finishedAt, outcome, processed, errorCode })
    tx.write(forgetOldRuns, { job, kept: keptRuns })
  })

type RunRow = RowOf<typeof listRuns>

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

// For runs for all workspaces, shows only times and outcomes: counts and errors may concern another workspace.
const visibleRunsSql = (job: string, position: string, limit: string) => `
  select * from (
    (select id, started_at, finished_at, outcome, processed, node_id, 0 as missed, error_code from workspace_job_run
      where organization_id = :organization and job = ${job} and finished_at is not null and id < ${position}
      order by id desc limit ${limit})
    union all
    (select id, started_at, finished_at, outcome, null, node_id, missed, null from job_run
      where job = ${job} and id < ${position} order by id desc limit ${limit})
  ) run order by id desc limit ${limit}`

const listRuns = statement(
  'list_job_runs_for_workspace',
  { job: text, position: text, limit: number },
  visibleRunsSql(':job', ':position', ':limit'),
  narrows<{ outcome: JobRun['outcome'] }>,
)

/** Reads ended runs of a job as a workspace sees them, newest first: its own, and those for all workspaces. */
export const readOwnRuns = async (
  db: Database,
  organizationId: string,
  job: string,
  page: { position: string; limit: number },
): Promise<JobRun[]> => (await db.read(organizationId, listRuns, { job, ...page })).map(row => runOf(job, row))

type StateRow = RowOf<typeof listStates>

const listStates = statement(
  'list_job_states_for_workspace',
  { names: texts, now: text },
  `select name, run.*, current.id as current_id, current.node_id as current_node, current.started_at as current_since,
          (select count(*)::int from workspace_job_run f
            where f.organization_id = :organization and f.job = name and f.outcome = 'failed'
              and f.id > coalesce((select max(s.id) from workspace_job_run s
                    where s.organization_id = :organization and s.job = name and s.outcome = 'succeeded'), '')) as failures
     from unnest(:names::text[]) as name
     left join lateral (${visibleRunsSql('name', "'~'", '1')}) run on true
     left join workspace_job_run current on current.organization_id = :organization and current.job = name
       and current.finished_at is null and exists (select from node n where n.id = current.node_id and n.lease_until > :now)`,
  narrows<{ name: string; outcome: 'succeeded' | 'failed' | null }>,
)

const hasRun = (row: StateRow): row is StateRow & RunRow => row.id !== null

/** Reads the states of jobs for a workspace, by name. */
export const readOwnStates = async (db: Database, organizationId: string, names: readonly string[], now: number) => {
  const rows = await db.read(organizationId, listStates, { names, now: iso(now) })
  const stateOf = (row: StateRow) => ({
    lastRun: hasRun(row) ? runOf(row.name, row) : null,
    failures: row.failures,
    running: row.current_id !== null,
    current:
      row.current_id !== null && row.current_node !== null && row.current_since
        ? { id: row.current_id, startedAt: row.current_since.toISOString(), nodeId: row.current_node }
        : null,
  })
  return new Map(rows.map(row => [row.name, stateOf(row)] as const))
}
