import type { Change, KeptLinks } from '#http/call.ts'

/** Revokes the links of a person that end with their password or role, in the transaction's organization. */
export const revokeKept = async (change: Change, ended: KeptLinks['endsWith'], personId: string): Promise<void> => {
  for (const links of change.keptLinks) if (links.endsWith === ended) await links.revoke(change, personId)
}
