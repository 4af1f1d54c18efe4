/** A run of a scheduled job that has ended. */
export interface JobRun {
  /** Prefix `jrn_`; audit rows of what the run changed carry it as their request id. */
  readonly id: string
  readonly job: string
  readonly startedAt: string
  readonly finishedAt: string
  readonly outcome: 'succeeded' | 'failed'
  /** How many records it processed. */
  readonly processed: number
}

export interface JobState {
  readonly name: string
  readonly description: string
  readonly schedule: string
  readonly nextRunAt: string
  readonly running: boolean
  readonly lastRun: JobRun | null
}

/** The scheduled jobs of the install. */
export interface JobRunner {
  list(): Promise<JobState[]>
  /**
   * Runs a job now, ahead of its schedule; undefined when it has been running elsewhere for 10 seconds. Throws on an
   * unknown name.
   */
  runNow(name: string): Promise<JobRun | undefined>
}
