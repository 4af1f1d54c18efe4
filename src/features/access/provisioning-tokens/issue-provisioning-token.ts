import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { newCredential } from '#http/identity.ts'
import { day, iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { recordCustodiansOfCaller } from '#src/features/access/custodians.ts'
import { type ProvisioningToken, renderProvisioningToken } from './provisioning-token.ts'
import { countLiveTokens, insertProvisioningToken, lockTokens } from './queries.ts'

const maxTokens = 10

interface TokenInput {
  readonly name: string
  readonly expiresInDays?: number
  /** The person who sees the text; null for the operator. */
  readonly shownTo: string | null
}

/**
 * Creates a token and returns its text, of which only a hash is stored. Throws 422 if the workspace has 10 valid
 * tokens.
 */
export const issueProvisioningToken = async (
  ctx: Change,
  { name, expiresInDays = 365, shownTo }: TokenInput,
): Promise<{ readonly provisioningToken: ProvisioningToken; readonly text: string }> => {
  const { tx, ids, now, audit, organizationId } = ctx
  await tx.query(lockTokens, {})
  const [count] = await tx.query(countLiveTokens, { now: iso(now) })
  if ((count?.live ?? 0) >= maxTokens)
    throw new Refusal(
      'unprocessable',
      sentence`provisioning_token.limit: A workspace has at most ${{ maxTokens }} provisioning tokens; revoke one first.`,
    )
  const { text, sha256 } = newCredential('provisioning', organizationId)
  const id = ids.next('ptk', now)
  const createdAt = iso(now)
  const provisioningToken: ProvisioningToken = {
    ...{ id, name, status: 'active', expiresAt: iso(now + expiresInDays * day), previousUntil: null },
    ...{ createdAt, rotatedAt: createdAt, updatedAt: createdAt },
  }
  const record = renderProvisioningToken(provisioningToken)
  const { expiresAt } = provisioningToken
  tx.write(insertProvisioningToken, { id, tokenSha256: sha256, expiresAt, shownTo, record })
  recordCustodiansOfCaller(ctx, id)
  audit(id, { action: 'provisioning_token.create', after: record, content: { shownTo, previousShownTo: null } })
  writeSecurityEvent(ctx, { type: 'provisioningTokenChanged', context: { resourceId: id } })
  return { provisioningToken, text }
}
