import { Type } from 'typebox'
import { Rendered } from '#http/answer.ts'
import { changing } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { requireAnotherAdministrator } from '#shared/another-administrator.ts'
import { KeyDestruction, readDestruction, renderDestruction } from './destruction.ts'
import { refuseKeptKeys } from './kept-keys.ts'
import { destroyKeys, endDestruction, lockAskedDestruction, lockKeys } from './queries.ts'

/** The files cannot be recovered afterwards. */
export const confirmStorageKeyDestruction = changing({
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
    const [row] = await tx.query(lockAskedDestruction, {})
    if (row?.id !== destructionId) throw notFound('open request')
    const asked = readDestruction(row)
    await requireAnotherAdministrator(change, {
      ...{ by: row.asked_by, hands: row.hands, at: asked.askedAt, expiresAt: asked.expiresAt },
    })
    await tx.query(lockKeys, {})
    await refuseKeptKeys(change)
    for (const { id } of await tx.query(destroyKeys, { now: iso(now) }))
      audit(id, { action: 'storage.key.destroy', detail: row.id })
    const record = renderDestruction({ ...asked, status: 'confirmed', endedBy: actor.id, endedAt: iso(now) })
    tx.write(endDestruction, { id: row.id, status: 'confirmed', record })
    audit(row.id, { before: row.record, after: record })
    return new Rendered(record)
  },
})
