import type { Change, RevocableLinks } from '#http/call.ts'

/** Revokes the links of a person that end with their password or role, in the transaction's organization. */
export const revokeLinks = async (
  change: Change,
  ended: RevocableLinks['revokedOn'],
  personId: string,
): Promise<void> => {
  for (const links of change.revocableLinks) if (links.revokedOn === ended) await links.revoke(change, personId)
}
