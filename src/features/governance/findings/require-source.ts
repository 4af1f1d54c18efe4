import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { findSourcesOfAccount } from './queries.ts'

/**
 * Throws a 403 if a service account may not report for the source, because a source's reports also remediate missing
 * findings.
 */
export const requireSource = async ({ actor, read }: Change, source: string | null): Promise<void> => {
  if (actor.kind !== 'service_account') return
  const [account] = await read(findSourcesOfAccount, { id: actor.id })
  const allowed = account?.sources
  if (!allowed || (source !== null && allowed.includes(source))) return
  throw new Refusal(
    'forbidden_resource',
    sentence`finding.source_not_allowed: This service account can only report findings of ${{ sources: allowed.join(', ') }}, named as the sourceModuleKey.`,
  )
}
