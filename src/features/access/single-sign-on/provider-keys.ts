import { createRemoteJWKSet, customFetch, type FetchImplementation, type RemoteJWKSet } from 'jose'
import { second } from '#lib/clock.ts'
import type { IdentityProviders } from '#src/features/access/provide-access.ts'
import type { Metadata } from './metadata.ts'

const most = 1000
const known = new Map<string, RemoteJWKSet>()

/** The pause between two requests for keys, whether or not the provider answers. */
const pause = 30 * second

const fetchWithPauses = ({ fetch }: IdentityProviders): FetchImplementation => {
  let failed: { readonly error: unknown; readonly until: number } | undefined
  return async (url, { signal }) => {
    if (failed && performance.now() < failed.until) throw failed.error
    try {
      const answer = await fetch(url, { headers: { accept: 'application/json' }, signal })
      if (answer.status === 200) return answer
      throw new Error(`the keys of an identity provider were answered ${answer.status}`)
    } catch (error) {
      failed = { error, until: performance.now() + pause }
      throw error
    }
  }
}

/**
 * The keys of a provider, read on demand and kept for ten minutes. A flood of tokens with invented key ids makes a node
 * call the provider only twice a minute. `settings`: the id of the row that they belong to.
 */
export const keysOfProvider = (
  providers: IdentityProviders,
  settings: string,
  { jwks_uri }: Pick<Metadata, 'jwks_uri'>,
): RemoteJWKSet => {
  const found = known.get(settings)
  if (found) return found
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: 10 * second,
    cooldownDuration: pause,
    [customFetch]: fetchWithPauses(providers),
  })
  if (known.size >= most) known.clear()
  known.set(settings, keys)
  return keys
}
