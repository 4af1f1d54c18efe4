import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { requireAnotherAdministrator } from '#shared/another-administrator.ts'
import { KeyDestruction, readDestruction, renderDestruction } from './destruction.ts'
import { destroyKeys, endDestruction, lockKeys, lockRequestedDestruction } from './queries.ts'
import { requireDestroyableKeys } from './require-destroyable-keys.ts'

/** The files cannot be recovered afterwards. */
export const confirmStorageKeyDestruction = changeEndpoint({
  name: 'confirmStorageKeyDestruction',
  summary:
    'Destroy all keys of stored files, and so every encrypted file; requires a different administrator from the one who requested it',
  tag: 'Storage keys',
  method: 'POST',
  workspace: { path: '/storage-keys/destruction/confirm', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'storage.key.destruction.confirm',
  body: Type.Object({ destructionId: Reference('skd') }),
  response: KeyDestruction,
  errors: ['not_found', 'unprocessable'],
  async run(change, { body: { destructionId } }) {
    const { tx, now, actor, audit } = change
    const [row] = await tx.query(lockRequestedDestruction, {})
    if (row?.id !== destructionId) throw notFound('open request')
    const request = readDestruction(row)
    await requireAnotherAdministrator(change, {
      ...{ by: row.asked_by, hands: row.hands, at: request.askedAt, expiresAt: request.expiresAt },
    })
    await tx.query(lockKeys, {})
    await requireDestroyableKeys(change)
    for (const { id } of await tx.query(destroyKeys, { now: iso(now) }))
      audit(id, { action: 'storage.key.destroy', detail: row.id })
    const record = renderDestruction({ ...request, status: 'confirmed', endedBy: actor.id, endedAt: iso(now) })
    tx.write(endDestruction, { id: row.id, status: 'confirmed', record })
    audit(row.id, { before: row.record, after: record })
    return new Rendered(record)
  },
})
