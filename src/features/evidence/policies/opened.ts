import type { Call } from '#api/call.ts'
import { day, iso, parseTimestamp } from '#lib/clock.ts'
import { SealedError } from '#lib/sealed.ts'

/** For how long somebody who has opened a file may say that they have read it. */
const lasts = 7 * day

const bindingOf = ({ organizationId, actor }: Call, versionId: string) => ({
  organization: organizationId,
  record: `${versionId}/${actor.id}`,
  field: 'policy.opened',
})

/**
 * What comes with the last byte of a file: whoever shows it has had all of them. It is of one person, one version and
 * one moment, and nothing is written when a file is opened.
 */
export const receiptOf = (call: Call, versionId: string): string =>
  call.sealer.seal(iso(call.now), bindingOf(call, versionId))

/** When the caller opened the file, by the receipt that came with it; undefined where it is not theirs, or too old. */
export const openedAt = (call: Call, versionId: string, receipt: string): number | undefined => {
  try {
    const at = parseTimestamp(call.sealer.open(receipt, bindingOf(call, versionId)))
    return at !== undefined && at > call.now - lasts ? at : undefined
  } catch (error) {
    if (error instanceof SealedError) return undefined
    throw error
  }
}
