import { createRemoteJWKSet, customFetch, type FetchImplementation, type RemoteJWKSet } from 'jose'
import { second } from '#lib/clock.ts'
import type { IdentityProviders } from '#src/features/access/provide-access.ts'
import type { Metadata } from './metadata.ts'

const maxProviders = 1000
const keySets = new Map<string, RemoteJWKSet>()

/** The minimum time between two requests for keys, even if the provider does not respond. */
const retryInterval = 30 * second

const fetchWithPauses = ({ fetch }: IdentityProviders): FetchImplementation => {
  let failure: { readonly error: unknown; readonly until: number } | undefined
  return async (url, { signal }) => {
    if (failure && performance.now() < failure.until) throw failure.error
    try {
      const response = await fetch(url, { headers: { accept: 'application/json' }, signal })
      if (response.status === 200) return response
      throw new Error(`the identity provider answered with status ${response.status}`)
    } catch (error) {
      failure = { error, until: performance.now() + retryInterval }
      throw error
    }
  }
}

/**
 * Returns the keys of a provider, which are read on demand and cached for ten minutes. A flood of tokens with invented
 * key ids makes a node call the provider only twice a minute. `settingsId` is the id of the settings row.
 */
export const findProviderKeys = (
  providers: IdentityProviders,
  settingsId: string,
  { jwks_uri }: Pick<Metadata, 'jwks_uri'>,
): RemoteJWKSet => {
  const cached = keySets.get(settingsId)
  if (cached) return cached
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: 10 * second,
    cooldownDuration: retryInterval,
    [customFetch]: fetchWithPauses(providers),
  })
  if (keySets.size >= maxProviders) keySets.clear()
  keySets.set(settingsId, keys)
  return keys
}
