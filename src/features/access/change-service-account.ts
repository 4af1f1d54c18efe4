import type { Change } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { lockServiceAccount, recordSecretShown, revokeTokens, updateServiceAccountRow } from './queries.ts'
import { renderServiceAccount, ServiceAccount } from './service-account.ts'

interface AccountChange {
  readonly account: ServiceAccount
  readonly secretHash?: string
  /** The person to whom the new secret is shown. */
  readonly secretShownTo?: string
  /** Whether earlier tokens are revoked. */
  readonly revoke?: true
}

/**
 * Changes an account under its row lock. The change takes effect at once on this node and within a second on others.
 */
export const changeServiceAccount = async (
  { tx, organizationId, now, audit, identities, deliveries }: Change,
  id: string,
  decide: (current: ServiceAccount) => AccountChange,
): Promise<ServiceAccount> => {
  const row = firstOrNotFound(await tx.query(lockServiceAccount, { id }), 'service account')
  const {
    account,
    secretHash = row.hash,
    secretShownTo = row.secret_shown_to,
    revoke,
  } = decide(readRecord(ServiceAccount, row.record))
  const after = { ...account, updatedAt: iso(now) }
  const record = renderServiceAccount(after)
  const disabled = account.status === 'disabled'
  tx.write(updateServiceAccountRow, { id, secretHash, scopes: account.scopes, disabled, record })
  if (secretShownTo !== row.secret_shown_to) tx.write(recordSecretShown, { id, secretShownTo })
  if (revoke) tx.write(revokeTokens, { serviceAccountId: id })
  tx.afterCommit(identities.forget)
  tx.afterCommit(() => deliveries.accessChanged(organizationId))
  audit(id, { before: row.record, after: record, content: { madeBy: row.made_by, secretShownTo } })
  return after
}
