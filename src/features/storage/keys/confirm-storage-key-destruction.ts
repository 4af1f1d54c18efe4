import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { changing } from '#api/endpoint.ts'
import { notFound, Refusal } from '#api/errors.ts'
import { principalsOf, share } from '#api/four-eyes.ts'
import { Reference } from '#api/schema.ts'
import { iso, parseTimestamp } from '#lib/clock.ts'
import { idTime } from '#lib/ids.ts'
import { KeyDestruction, readDestruction, renderDestruction } from './destruction.ts'
import { refuseKeptKeys } from './kept-keys.ts'
import { destroyKeys, endDestruction, lockAskedDestruction, lockKeys } from './queries.ts'

/**
 * The workspace's setting that lets people decide alone does not apply: nothing brings the files back. Nor may somebody
 * confirm who was added after the request, since one administrator can add another.
 */
export const confirmStorageKeyDestruction = changing({
  name: 'confirmStorageKeyDestruction',
  summary:
    'Destroy all keys of stored files, and so every encrypted file; for another administrator than the one who asked',
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
    if (share(principalsOf(actor), [row.asked_by]))
      throw new Refusal('unprocessable', 'Whoever asked for it does not confirm it (four eyes).')
    if (idTime(actor.id) >= (parseTimestamp(asked.askedAt) ?? 0))
      throw new Refusal('unprocessable', 'Whoever was added after the request does not confirm it (four eyes).')
    if (now >= (parseTimestamp(asked.expiresAt) ?? 0))
      throw new Refusal('unprocessable', 'The request has expired; ask again.')
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
