/** A run of a scheduled job that has ended. */
export interface JobRun {
  /** Prefix `jrn_`; audit rows of the run's changes carry it as their request id. */
  readonly id: string
  readonly job: string
  readonly startedAt: string
  readonly finishedAt: string
  readonly outcome: 'succeeded' | 'failed'
  /** The number of processed records; null if records of other workspaces are among them. */
  readonly processed: number | null
  /** The node that it ran on, prefix `nod_`; null for runs from before this was recorded. */
  readonly nodeId: string | null
  /** The number of scheduled times that had passed without a run when it began; it makes up for all of them. */
  readonly missed: number
  /** The reason for its failure: an SQLSTATE, a system code, or one of ours; null if it succeeded. */
  readonly errorCode: string | null
}

/** A run in progress. */
export interface CurrentRun {
  readonly id: string
  readonly startedAt: string
  readonly nodeId: string
  /** Whether it has lasted three times as long as expected. */
  readonly stuck: boolean
}

export interface JobState {
  readonly name: string
  readonly description: string
  readonly schedule: string
  readonly nextRunAt: string
  readonly running: boolean
  readonly lastRun: JobRun | null
  /** The next times of the schedule on this install. */
  readonly nextRunsAt: string[]
  /** Null also while a node of an earlier version runs it, which does not report it. */
  readonly current: CurrentRun | null
  /** Failed runs since the last success. */
  readonly failures: number
  /** The normal limit of a run's duration. */
  readonly expectedSeconds: number
  /** The shift of the scheduled times on this install. */
  readonly movedBySeconds: number
  /** How often it is checked for work between the scheduled times, to run at once; null if it is not. */
  readonly checkedEverySeconds: number | null
}

/** The start of a page of runs, and the number of runs to read. */
interface At {
  readonly position: string
  readonly limit: number
}

/**
 * The scheduled jobs of the install. For an organization: the jobs that work for each one alone, their runs for it, and
 * those facts about runs for all that reveal nothing about other organizations.
 */
export interface JobRunner {
  list(organizationId?: string): Promise<JobState[]>
  /** The number of jobs whose last run failed; for an organization, whose last run for it failed. */
  failing(organizationId?: string): Promise<number>
  /** Whether a job of this name exists. */
  has(name: string, organizationId?: string): boolean
  /** Ended runs of a job, newest first: those whose ids are below the position. The last 100 are kept. */
  runs(name: string, at: At, organizationId?: string): Promise<JobRun[]>
  /**
   * Runs a job now, ahead of its schedule, or for an organization beside it; undefined if it has been running elsewhere
   * for 10 seconds. Throws on an unknown name.
   */
  runNow(name: string, organizationId?: string): Promise<JobRun | undefined>
}
