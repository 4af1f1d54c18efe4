import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { presentDataKey, StorageKey } from './data-key.ts'
import { activateKey, prepareKey } from './make-key.ts'
import { keysChanging } from './sentences.ts'

/** Existing files stay encrypted with their current key. */
export const createStorageKey = changeEndpoint({
  name: 'createStorageKey',
  summary: 'Encrypt new files with a new key; existing files keep theirs',
  tag: 'Storage keys',
  method: 'POST',
  workspace: { path: '/storage-keys', roles: ['admin'] },
  status: 201,
  action: 'storage.key.create',
  outside: true,
  response: StorageKey,
  errors: ['conflict', 'unavailable'],
  needs: ['keyHolders'],
  async run(ctx) {
    const { tx, organizationId, now, audit } = ctx
    const prepared = await prepareKey(ctx, organizationId)
    const key = await activateKey(tx, prepared, { now, replaces: true })
    if (!key) throw new Refusal('conflict', keysChanging)
    audit(key.id, { detail: `generation ${key.generation}` })
    return presentDataKey(key)
  },
})
