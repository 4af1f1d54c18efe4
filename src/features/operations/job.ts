import { Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#api/schema.ts'

const run = {
  startedAt: Timestamp,
  finishedAt: Timestamp,
  outcome: Type.Enum(['succeeded', 'failed']),
  processed: Type.Integer({ description: 'Records it processed.' }),
}

/** A run of a scheduled job. */
export const JobRun = Type.Object({ id: Id('jrn'), job: Type.String(), ...run }, { title: 'JobRun' })

/** A scheduled job of the install (interface section 6.5). */
export const Job = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    schedule: Type.String({ description: 'Cron pattern in UTC of six fields, seconds first.' }),
    nextRunAt: Timestamp,
    running: Type.Boolean({ description: 'Whether it is running now, on any node.' }),
    lastRun: Nullable(Type.Object(run)),
  },
  { title: 'Job' },
)
