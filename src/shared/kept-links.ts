import type { Change, KeptLinks } from '#http/call.ts'

/** Revokes the links that a person made and may have kept, in the transaction's organization. */
export const revokeKept = async (change: Change, until: KeptLinks['until'], personId: string): Promise<void> => {
  for (const kept of change.keptLinks) if (kept.until === until) await kept.revoke(change, personId)
}
