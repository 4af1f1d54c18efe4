import type { Call } from '#http/call.ts'
import { day, iso, parseTimestamp } from '#lib/clock.ts'
import { SealedError } from '#lib/sealed.ts'

/** How long after opening a file a person may acknowledge it. */
const lasts = 7 * day

const bindingOf = ({ organizationId, actor }: Call, versionId: string) => ({
  organization: organizationId,
  record: `${versionId}/${actor.id}`,
  field: 'policy.opened',
})

/**
 * Comes with the last byte of a file, so a person who presents it received all of them. It is valid for one person, one
 * version and one moment, so that opening a file writes nothing.
 */
export const receiptOf = (call: Call, versionId: string): string =>
  call.sealer.seal(iso(call.now), bindingOf(call, versionId))

/** When the caller opened the file, according to their receipt. Undefined if it is not theirs or too old. */
export const openedAt = (call: Call, versionId: string, receipt: string): number | undefined => {
  try {
    const at = parseTimestamp(call.sealer.open(receipt, bindingOf(call, versionId)))
    return at !== undefined && at > call.now - lasts ? at : undefined
  } catch (error) {
    if (error instanceof SealedError) return undefined
    throw error
  }
}
