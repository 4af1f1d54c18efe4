import { changing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { presentKey, StorageKey } from './data-key.ts'
import { activateKey, prepareKey } from './make-key.ts'

/** Files that there are keep the key that they were encrypted with. */
export const createStorageKey = changing({
  name: 'createStorageKey',
  summary: 'Encrypt new files with a new key; those before open as they did',
  tag: 'Storage keys',
  method: 'POST',
  workspace: { path: '/storage-keys', roles: ['admin'] },
  status: 201,
  action: 'storage.key.create',
  outside: true,
  response: StorageKey,
  errors: ['conflict', 'unavailable'],
  async run(ctx) {
    const { tx, organizationId, now, audit } = ctx
    const prepared = await prepareKey(ctx, organizationId)
    const made = await activateKey(tx, prepared, { now, replaces: true })
    if (!made) throw new Refusal('conflict', 'Somebody else is changing the keys at this moment; look at them again.')
    audit(made.id, { detail: `generation ${made.generation}` })
    return presentKey(made)
  },
})
