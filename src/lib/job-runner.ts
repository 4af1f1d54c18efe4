/** A run of a scheduled job that has ended. */
export interface JobRun {
  /** The id, prefix `jrn_`, which is the request id in the audit rows of the run. */
  readonly id: string
  readonly job: string
  readonly startedAt: string
  readonly finishedAt: string
  readonly outcome: 'succeeded' | 'failed'
  /** The number of processed records; null if records of other workspaces are among them. */
  readonly processed: number | null
  /** The node of the run, prefix `nod_`; null for runs from before this was recorded. */
  readonly nodeId: string | null
  /** The number of scheduled times before this run that had no run of their own. */
  readonly missed: number
  /** The reason for a failure: an SQLSTATE, a system code, or one of the program's codes; null after a success. */
  readonly errorCode: string | null
}

/** A run in progress. */
export interface CurrentRun {
  readonly id: string
  readonly startedAt: string
  readonly nodeId: string
  /** Whether the run has taken three times as long as expected. */
  readonly stuck: boolean
}

export interface JobState {
  readonly name: string
  readonly description: string
  readonly schedule: string
  readonly nextRunAt: string
  readonly running: boolean
  readonly lastRun: JobRun | null
  /** The next scheduled times on this install. */
  readonly nextRunsAt: string[]
  /** The run in progress; also null if the job runs on a node of an earlier version, which does not report it. */
  readonly current: CurrentRun | null
  /** The number of failed runs since the last success. */
  readonly failures: number
  /** The expected maximum duration of a run. */
  readonly expectedSeconds: number
  /** The delay of the scheduled times on this install. */
  readonly movedBySeconds: number
  /** The interval of checks for work between the scheduled times; null if the job has no such check. */
  readonly checkedEverySeconds: number | null
}

/** The start of a page of runs, and the number of runs to read. */
interface RunPage {
  readonly position: string
  readonly limit: number
}

/**
 * The scheduled jobs of the install. With an organization, lists only the jobs that can run for a single organization,
 * with their runs for it. Runs for all organizations are then included without details that could reveal anything about
 * the others.
 */
export interface JobRunner {
  list(organizationId?: string): Promise<JobState[]>
  /** The number of jobs whose last run failed; with an organization, whose last run for it failed. */
  failing(organizationId?: string): Promise<number>
  /** Whether a job of this name exists. */
  has(name: string, organizationId?: string): boolean
  /** Reads ended runs of a job whose ids are below the position, newest first. The last 100 runs are kept. */
  runs(name: string, page: RunPage, organizationId?: string): Promise<JobRun[]>
  /**
   * Runs a job now, ahead of its schedule, or for an organization independently of it. Returns undefined if it was
   * still running elsewhere after 10 seconds. Throws for an unknown name.
   */
  runNow(name: string, organizationId?: string): Promise<JobRun | undefined>
}
