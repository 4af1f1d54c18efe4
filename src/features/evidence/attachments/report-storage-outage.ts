import { sqlState } from '#db/sql-error.ts'
import type { Call } from '#http/call.ts'
import { BindingUnavailable, BlobStoreUnavailable } from '#lib/blob-store.ts'
import { minute } from '#lib/clock.ts'
import { isKeyError } from '#lib/data-keys.ts'
import { StoreProblem } from '#lib/object-store.ts'
import { findOutage } from '#shared/blob-copy.ts'
import { recordOnce } from '#shared/security-event.ts'

/** The minimum time between two events, regardless of how many calls fail and of whether a sweep reports first. */
const eventInterval = 10 * minute

const codeOf = (error: BlobStoreUnavailable): string =>
  error instanceof StoreProblem ? error.code : (sqlState(error.cause) ?? 'unavailable')

/**
 * Records that the storage of the call's organization is unavailable. Ignores other errors, such as an unavailable
 * database or key, and outages that a sweep has already reported.
 */
export const reportStorageOutage = async (call: Call, error: unknown): Promise<void> => {
  if (!(error instanceof BlobStoreUnavailable) || error instanceof BindingUnavailable || isKeyError(error)) return
  const { organizationId, requestId, log } = call
  const { bindingId } = error
  const context = { requestId, code: codeOf(error), ...(bindingId !== undefined && { bindingId }) }
  const event = { type: 'storageOperationsActiveBindingUnavailable', context } as const
  try {
    const [outage] = bindingId === undefined ? [] : await call.read(findOutage, { bindingId })
    if (!outage) await recordOnce(call, organizationId, event, eventInterval, 'bindingId')
  } catch (cause) {
    log.error({ event: 'security_event_not_recorded', requestId, error: cause })
  }
}
