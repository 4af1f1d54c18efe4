import type { Call } from '#http/call.ts'
import { day, iso, parseTimestamp } from '#lib/clock.ts'
import { SealedError } from '#lib/sealed.ts'

/** How long after opening a file a person may acknowledge it. */
const receiptLifetime = 7 * day

const bindingOf = ({ organizationId, actor }: Call, versionId: string) => ({
  organization: organizationId,
  record: `${versionId}/${actor.id}`,
  field: 'policy.opened',
})

/**
 * Creates the receipt that is sent after the last byte of a file, so a person who presents it received the whole file.
 * The receipt carries the time and is bound to the person and the version, so opening a file writes nothing.
 */
export const createReceipt = (call: Call, versionId: string): string =>
  call.sealer.seal(iso(call.now), bindingOf(call, versionId))

/** Returns when the caller opened the file, according to their receipt. Undefined if it is not theirs or is too old. */
export const readReceipt = (call: Call, versionId: string, receipt: string): number | undefined => {
  try {
    const openedAt = parseTimestamp(call.sealer.open(receipt, bindingOf(call, versionId)))
    return openedAt !== undefined && openedAt > call.now - receiptLifetime ? openedAt : undefined
  } catch (error) {
    if (error instanceof SealedError) return undefined
    throw error
  }
}
