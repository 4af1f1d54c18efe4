import type { Change } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { findSourcesOfAccount } from './queries.ts'

/**
 * Throws a 403 where a service account reports for a source that is not one of its own: whoever speaks for a source also
 * says what it does not see any more.
 */
export const requireSource = async ({ actor, read }: Change, source: string | null): Promise<void> => {
  if (actor.kind !== 'service_account') return
  const [account] = await read(findSourcesOfAccount, { id: actor.id })
  const allowed = account?.sources
  if (!allowed || (source !== null && allowed.includes(source))) return
  throw new Refusal(
    'forbidden_resource',
    `This service account reports findings of ${allowed.join(', ')} only, named as the sourceModuleKey.`,
  )
}
