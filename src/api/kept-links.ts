import type { Change } from './call.ts'

/**
 * Access that works without its person: links and secret addresses of a feature, requests that wait for a second
 * administrator.
 */
export interface KeptLinks {
  /** The event that ends it: its creator gets a new password, or is no longer an administrator. */
  readonly until: 'password' | 'administration'
  /** Revokes those that a person made; each leaves an audit row. */
  revoke(change: Change, personId: string): Promise<void>
}

/** Revokes the links that a person made and may have kept, in the transaction's organization. */
export const revokeKept = async (change: Change, until: KeptLinks['until'], personId: string): Promise<void> => {
  for (const kept of change.keptLinks) if (kept.until === until) await kept.revoke(change, personId)
}
