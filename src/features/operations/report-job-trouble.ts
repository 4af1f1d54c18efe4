import { install } from '#db/database.ts'
import type { Services } from '#http/call.ts'
import type { NotifyTrouble, Trouble } from '#jobs/trouble.ts'
import { recordSecurityEvent } from '#shared/security-event.ts'

const types = Object.freeze({
  stuck: 'jobStuck',
  missed: 'jobMissed',
  failing: 'jobFailedRepeatedly',
} as const) satisfies Readonly<Record<Trouble['kind'], string>>

/** Records trouble with a job as a security event of the install. */
export const reportJobTrouble =
  (services: Pick<Services, 'db' | 'ids' | 'clock' | 'log' | 'metrics'>): NotifyTrouble =>
  ({ kind, job, runId, count, code, since }) =>
    recordSecurityEvent(services, install, {
      type: types[kind],
      context: {
        job,
        runId,
        ...(count !== undefined && { count }),
        ...(code !== undefined && { code }),
        ...(since !== undefined && { firstSeenAt: since }),
      },
    })
