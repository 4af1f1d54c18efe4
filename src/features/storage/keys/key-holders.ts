import type { GuardedFetch } from '#lib/guarded/fetch.ts'
import { StoreProblem } from '#lib/object-store.ts'
import type { Sealer } from '#lib/sealed.ts'
import type { Sentence } from '#lib/sentence.ts'
import type { KeyHolder } from './key-holder.ts'
import { type KeyProviderRow, type ProviderKind, type StoredSettings, tokenBinding } from './key-provider.ts'
import { vaultHolder } from './vault-transit.ts'

type HolderRow = Pick<KeyProviderRow, 'id' | 'kind' | 'settings' | 'token'>

/** Sends requests to the services that wrap the keys of organizations, only at addresses that this install allows. */
export interface KeyHolders {
  /** Returns why a key service cannot be at this URL; undefined if it can. */
  problem(url: string): Promise<Sentence | undefined>
  readonly fetch: GuardedFetch
}

interface Services {
  readonly sealer: Sealer
  readonly keyHolders: KeyHolders
}

// The local holder does not wrap keys: the seal under the master key protects them.
const localHolder: KeyHolder = {
  wrap: async key => key.toString('base64'),
  unwrap: async wrapped => Buffer.from(wrapped, 'base64'),
}

const holders: Readonly<
  Record<ProviderKind, (services: Services, organizationId: string, row: HolderRow) => KeyHolder>
> = {
  local: () => localHolder,
  'vault-transit': ({ sealer, keyHolders }, organizationId, { id, settings, token }) => {
    const vaultSettings: StoredSettings = JSON.parse(settings)
    if (!vaultSettings) throw new StoreProblem('unsupported')
    return vaultHolder(
      vaultSettings,
      openSealed(sealer, token ?? '', tokenBinding(organizationId, id)),
      keyHolders.fetch,
    )
  },
}

/** Opens a sealed text. Throws StoreProblem if it was altered or the master key has changed. */
export const openSealed = (sealer: Sealer, sealed: string, binding: Parameters<Sealer['open']>[1]): string => {
  try {
    return sealer.open(sealed, binding)
  } catch (cause) {
    throw new StoreProblem('altered', { cause })
  }
}

/** Returns the holder for a provider's row; without a row, the install itself. */
export const holderOf = (services: Services, organizationId: string, row: HolderRow | undefined): KeyHolder =>
  row ? holders[row.kind](services, organizationId, row) : localHolder

/** The context for sealing a wrapped key, which binds it to its row regardless of its holder. */
export const keyBinding = (organization: string, record: string) =>
  ({ organization, record, field: 'wrapped' }) as const
