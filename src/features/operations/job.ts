import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#http/schema.ts'

const run = {
  startedAt: Timestamp,
  finishedAt: Timestamp,
  outcome: Type.Enum(['succeeded', 'failed']),
  processed: Nullable(
    Type.Integer({
      description: 'The number of processed records; null if they include records of other workspaces.',
    }),
  ),
  nodeId: Nullable(
    Type.String({
      description: 'The node that ran the job; null for runs of earlier versions.',
    }),
  ),
  missed: Type.Integer({
    description: 'The number of missed scheduled times that this run makes up for; an estimate from 100 on.',
  }),
  errorCode: Nullable(
    Type.String({
      description:
        'Why the run failed: an SQLSTATE, a system error code, lease_lost, interrupted (its node was killed) or another code. Null if it succeeded, or if a workspace reads a run for all workspaces.',
    }),
  ),
}

/** A run of a scheduled job. */
export const ScheduledJobRun = Type.Object({ id: Id('jrn'), job: Type.String(), ...run }, { title: 'JobRun' })

const current = {
  id: Type.String(),
  startedAt: Timestamp,
  nodeId: Type.String(),
  stuck: Type.Boolean({ description: 'Whether the run has lasted more than three times the expected duration.' }),
}

/** A scheduled job of the install. */
export const ScheduledJob = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    schedule: Type.String({ description: 'Cron pattern in UTC of six fields, seconds first.' }),
    nextRunAt: Timestamp,
    running: Type.Boolean({ description: 'Whether the job is running now on any node.' }),
    lastRun: Nullable(Type.Object(run)),
    nextRunsAt: Type.Array(Timestamp, { description: 'The next five times, with the shift of this install.' }),
    current: Nullable(Type.Object(current, { description: 'The run in progress, on any node.' })),
    failures: Type.Integer({ description: 'Failed runs since the last successful one.' }),
    expectedSeconds: Type.Number({ description: 'The normal maximum duration of a run, in seconds.' }),
    movedBySeconds: Type.Number({ description: 'The shift of the schedule on this install, in seconds.' }),
    checkedEverySeconds: Nullable(
      Type.Number({
        description:
          'How often the install checks for work between the scheduled times, in seconds. The job then runs at once. Null if it only runs on schedule.',
      }),
    ),
  },
  { title: 'Job' },
)
