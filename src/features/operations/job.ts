import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#api/schema.ts'

const run = {
  startedAt: Timestamp,
  finishedAt: Timestamp,
  outcome: Type.Enum(['succeeded', 'failed']),
  processed: Nullable(
    Type.Integer({
      description: 'Records it processed; null where those of other workspaces are among them.',
    }),
  ),
  nodeId: Nullable(
    Type.String({
      description: 'The node that it ran on; null for runs of earlier versions.',
    }),
  ),
  missed: Type.Integer({
    description:
      'Times of the schedule that had passed without a run when it began: it makes up for all; an estimate from 100 on.',
  }),
  errorCode: Nullable(
    Type.String({
      description:
        'Why it failed: an SQLSTATE, a code of the system, lease_lost, interrupted (its node was killed) or another code; null when it succeeded, and to a workspace for runs for all.',
    }),
  ),
}

/** A run of a scheduled job. */
export const JobRun = Type.Object({ id: Id('jrn'), job: Type.String(), ...run }, { title: 'JobRun' })

const current = {
  id: Type.String(),
  startedAt: Timestamp,
  nodeId: Type.String(),
  stuck: Type.Boolean({ description: 'Whether it has lasted more than three times what is expected.' }),
}

/** A scheduled job of the install (interface section 6.5). */
export const Job = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    schedule: Type.String({ description: 'Cron pattern in UTC of six fields, seconds first.' }),
    nextRunAt: Timestamp,
    running: Type.Boolean({ description: 'Whether it is running now, on any node.' }),
    lastRun: Nullable(Type.Object(run)),
    nextRunsAt: Type.Array(Timestamp, { description: 'The next five times, as moved on this install.' }),
    current: Nullable(Type.Object(current, { description: 'The run under way, on any node.' })),
    failures: Type.Integer({ description: 'Runs that failed since the last one that succeeded.' }),
    expectedSeconds: Type.Number({ description: 'How long a run normally lasts at most.' }),
    movedBySeconds: Type.Number({ description: 'By how much this install moves the times of the schedule.' }),
  },
  { title: 'Job' },
)
