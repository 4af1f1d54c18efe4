import { createRemoteJWKSet, customFetch, type RemoteJWKSet } from 'jose'
import type { IdentityProviders } from '#api/call.ts'
import { second } from '#lib/clock.ts'
import type { Metadata } from './metadata.ts'

const most = 1000
const known = new Map<string, RemoteJWKSet>()

/**
 * The keys of a provider, read when one is asked for and kept for ten minutes: whoever sends tokens with made-up key
 * ids lets a node ask the provider twice a minute. `settings`: the id of the row that they belong to.
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
    [customFetch]: (url, { signal }) => providers.fetch(url, { headers: { accept: 'application/json' }, signal }),
  })
  if (known.size >= most) known.clear()
  known.set(settings, keys)
  return keys
}
