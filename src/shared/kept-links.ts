import type { Change, KeptLinks } from '#http/call.ts'

/** Revokes the links that a person created and may have kept, in the transaction's organization. */
export const revokeKept = async (change: Change, until: KeptLinks['until'], personId: string): Promise<void> => {
  for (const links of change.keptLinks) if (links.until === until) await links.revoke(change, personId)
}
