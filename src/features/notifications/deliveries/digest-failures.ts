import type { Services } from '#http/call.ts'
import { errorCodeOf } from '#jobs/error-code.ts'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { recordOnce } from '#shared/security-event.ts'
import { postponeDigest } from './queries.ts'

/** The pause after the first failure, in milliseconds; it doubles with each further one. */
const firstPause = 15 * minute
const longestPause = 12 * hour

interface FailedDigest {
  readonly organizationId: string
  readonly personId: string
  /** How often the digest has failed before. */
  readonly failures: number
  /** The run that failed, prefix `jrn_`. */
  readonly runId: string
}

/**
 * Postpones the digest of one person after an error, so that it delays no one else's. Reports it in the log each time,
 * and as a security event once a day.
 */
export const recordDigestFailure = async (
  services: Services,
  { organizationId, personId, failures, runId }: FailedDigest,
  error: unknown,
): Promise<void> => {
  const { db, clock, log } = services
  log.error({ event: 'digest_not_created', organization: organizationId, requestId: runId, record: personId, error })
  const retryAt = clock.now() + Math.min(longestPause, firstPause * 2 ** Math.min(failures, 10))
  await db.transaction(organizationId, tx =>
    tx.query(postponeDigest, { personId, failures: failures + 1, retryAt: iso(retryAt) }),
  )
  const context = { personId, runId, code: errorCodeOf(error), count: failures + 1 }
  await recordOnce(services, organizationId, { type: 'digestNotCreated', context }, day)
}
