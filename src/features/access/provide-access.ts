import type { CoreServices } from '#http/call.ts'
import { createGuardedFetch, type GuardedFetch } from '#lib/guarded/fetch.ts'
import { createGuard, type Egress, type GuardOptions } from '#lib/guarded/guard.ts'
import type { Sentence } from '#lib/sentence.ts'
import { createTxtRecords, type TxtRecords } from '#lib/txt-records.ts'
import { createScimLog } from './scim/log.ts'

/** Sends requests to identity providers, only at addresses that this install allows. */
export interface IdentityProviders {
  /** Returns why an issuer cannot have this URL; undefined if it can. */
  problem(url: string): Promise<Sentence | undefined>
  readonly fetch: GuardedFetch
}

declare module '#http/call.ts' {
  interface Capabilities {
    readonly identityProviders: IdentityProviders
    /** Looks up the TXT records that prove ownership of a domain. */
    readonly txtRecords: TxtRecords
  }
}

interface AccessOptions {
  readonly config: { readonly oidcAllow: GuardOptions['allow']; readonly threads: GuardOptions['threads'] }
  readonly egress: Egress
  readonly lookup?: GuardOptions['lookup']
  /** Name servers for TXT records, as `address:port`; the system's resolvers if omitted. */
  readonly nameServers?: readonly string[] | undefined
}

/**
 * Provides the capabilities of this feature. Connections to providers are guarded, since administrators enter the
 * addresses.
 */
export const provideAccess = (
  needs: Pick<CoreServices, 'db' | 'ids' | 'log'>,
  { config, egress, lookup, nameServers }: AccessOptions,
  stack: AsyncDisposableStack,
) => {
  const { oidcAllow: allow, threads } = config
  const guard = createGuard({ allow, lookup, threads, egress, variable: 'PROBATA_OIDC_ALLOW' })
  return {
    identityProviders: { problem: guard.problem, fetch: createGuardedFetch({ guard }) } satisfies IdentityProviders,
    txtRecords: createTxtRecords(nameServers),
    scimLog: stack.use(createScimLog(needs)),
  }
}
