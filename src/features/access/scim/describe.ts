import type { Call, Provided } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import type { ScimDetails } from '#http/scim-log.ts'
import { day } from '#lib/clock.ts'
import { recordOnce } from '#shared/security-event.ts'
import { field } from './operations.ts'
import { runQueued } from './request-queue.ts'

const recordRefusedDeactivation = (call: Call) =>
  recordOnce(call, call.organizationId, { type: 'deactivationRefused', context: { requestId: call.requestId } }, day)

type Describe = (details: ScimDetails) => void

/** Runs the work of a request, and records in the log why it failed. */
export const logRequest = async <T>(
  call: Call & Provided<'scimLog'>,
  work: (describe: Describe) => Promise<T>,
): Promise<T> => {
  const describe: Describe = details => call.scimLog.describe(call.requestId, details)
  try {
    const result = await runQueued(call, () => work(describe))
    // A refusal that is committed with its audit row comes back as a response.
    if (result instanceof Rendered && (result.status ?? 0) >= 400)
      describe({ detail: String(field(JSON.parse(result.text), 'detail')) })
    // Only the deactivation of a required administrator is forbidden here.
    if (result instanceof Rendered && result.status === 403) await recordRefusedDeactivation(call)
    return result
  } catch (error) {
    if (error instanceof Refusal) describe({ detail: error.sentence })
    throw error
  }
}
