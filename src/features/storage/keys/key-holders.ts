import type { KeyHolders } from '#api/call.ts'
import { StoreProblem } from '#lib/object-store.ts'
import type { Sealer } from '#lib/sealed.ts'
import type { KeyHolder } from './key-holder.ts'
import { type ProviderKind, type ProviderRow, type StoredSettings, tokenBinding } from './key-provider.ts'
import { vaultHolder } from './vault-transit.ts'

type Chosen = Pick<ProviderRow, 'id' | 'kind' | 'settings' | 'token'>

interface Services {
  readonly sealer: Sealer
  readonly keyHolders: KeyHolders
}

// The seal around every wrapped key, under the master key, is all that there is to it.
const localHolder: KeyHolder = {
  wrap: async key => key.toString('base64'),
  unwrap: async wrapped => Buffer.from(wrapped, 'base64'),
}

const holders: Readonly<Record<ProviderKind, (services: Services, organizationId: string, row: Chosen) => KeyHolder>> =
  {
    local: () => localHolder,
    'vault-transit': ({ sealer, keyHolders }, organizationId, { id, settings, token }) => {
      const read: StoredSettings = JSON.parse(settings)
      if (!read) throw new StoreProblem('unsupported')
      return vaultHolder(read, openSealed(sealer, token ?? '', tokenBinding(organizationId, id)), keyHolders.fetch)
    },
  }

/** A sealed text; StoreProblem where it was altered, or the master key is another one. */
export const openSealed = (sealer: Sealer, sealed: string, binding: Parameters<Sealer['open']>[1]): string => {
  try {
    return sealer.open(sealed, binding)
  } catch (cause) {
    throw new StoreProblem('altered', { cause })
  }
}

/** The holder that a provider's row names; the install itself where there is no row. */
export const holderOf = (services: Services, organizationId: string, row: Chosen | undefined): KeyHolder =>
  row ? holders[row.kind](services, organizationId, row) : localHolder

/** A wrapped key is sealed as well, which binds it to its row whatever its holder binds it to. */
export const keyBinding = (organization: string, record: string) =>
  ({ organization, record, field: 'wrapped' }) as const
