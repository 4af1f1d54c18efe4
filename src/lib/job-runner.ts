/** A run of a scheduled job that has ended. */
export interface JobRun {
  /** Prefix `jrn_`; audit rows of what the run changed carry it as their request id. */
  readonly id: string
  readonly job: string
  readonly startedAt: string
  readonly finishedAt: string
  readonly outcome: 'succeeded' | 'failed'
  /** How many records it processed; null where those of other workspaces are among them. */
  readonly processed: number | null
  /** The node that it ran on, prefix `nod_`; null for runs from before this was recorded. */
  readonly nodeId: string | null
  /** How many times of the schedule had passed without a run when it began; it makes up for all of them. */
  readonly missed: number
  /** Why it failed: an SQLSTATE, a code of the system, or one of ours; null when it succeeded. */
  readonly errorCode: string | null
}

/** A run under way. */
export interface CurrentRun {
  readonly id: string
  readonly startedAt: string
  readonly nodeId: string
  /** Whether it has lasted three times what is expected. */
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
  /** Null also while a node of an earlier version runs it, which does not tell. */
  readonly current: CurrentRun | null
  /** Runs that failed since the last one that succeeded. */
  readonly failures: number
  /** How long a run normally lasts at most. */
  readonly expectedSeconds: number
  /** By how much this install moves the times of the schedule. */
  readonly movedBySeconds: number
}

/** Where a page of runs begins, and how many are read. */
interface At {
  readonly position: string
  readonly limit: number
}

/**
 * The scheduled jobs of the install. For an organization: those that work for each one alone, their runs for it, and what
 * says nothing of another one about the runs for all.
 */
export interface JobRunner {
  list(organizationId?: string): Promise<JobState[]>
  /** How many of them failed in their last run; for an organization, in their last run for it. */
  failing(organizationId?: string): Promise<number>
  /** Whether there is a job of this name. */
  has(name: string, organizationId?: string): boolean
  /** Ended runs of a job, newest first: those whose ids are below the position. The last 100 are kept. */
  runs(name: string, at: At, organizationId?: string): Promise<JobRun[]>
  /**
   * Runs a job now, ahead of its schedule, or for an organization beside it; undefined when it has been running elsewhere
   * for 10 seconds. Throws on an unknown name.
   */
  runNow(name: string, organizationId?: string): Promise<JobRun | undefined>
}
