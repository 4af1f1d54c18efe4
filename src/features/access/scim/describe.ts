import { Rendered } from '#http/answer.ts'
import type { Call, Provided } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import type { ScimDetails } from '#http/scim-log.ts'
import { day } from '#lib/clock.ts'
import { recordOnce } from '#shared/security-event.ts'
import { field } from './operations.ts'
import { inTurn } from './turns.ts'

const warnOfAdministratorKept = (call: Call) =>
  recordOnce(call, call.organizationId, { type: 'deactivationRefused', context: { requestId: call.requestId } }, day)

type Describe = (details: ScimDetails) => void

/** Does the work of a request, and records in the log why it failed. */
export const described = async <T>(
  call: Call & Provided<'scimLog'>,
  work: (describe: Describe) => Promise<T>,
): Promise<T> => {
  const describe: Describe = details => call.scimLog.describe(call.requestId, details)
  try {
    const result = await inTurn(call, () => work(describe))
    // A refusal that was committed with its audit row.
    if (result instanceof Rendered && (result.status ?? 0) >= 400)
      describe({ detail: String(field(JSON.parse(result.text), 'detail')) })
    // The only change that is forbidden here.
    if (result instanceof Rendered && result.status === 403) await warnOfAdministratorKept(call)
    return result
  } catch (error) {
    if (error instanceof Refusal) describe({ detail: error.message })
    throw error
  }
}
