import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { iso, parseTimestamp } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { destructionConfirmationTime, KeyDestruction, readDestruction, renderDestruction } from './destruction.ts'
import { endDestruction, insertDestruction, lockRequestedDestruction } from './queries.ts'
import { requireDestroyableKeys } from './require-destroyable-keys.ts'

/** An expired request does not prevent a new one. */
export const askStorageKeyDestruction = changeEndpoint({
  name: 'askStorageKeyDestruction',
  summary:
    'Request the destruction of all keys of stored files; nothing happens until another administrator confirms it',
  tag: 'Storage keys',
  method: 'POST',
  workspace: { path: '/storage-keys/destruction', roles: ['admin'] },
  confirm: true,
  status: 201,
  action: 'storage.key.destruction.ask',
  response: KeyDestruction,
  errors: ['conflict', 'unprocessable'],
  conflicts: {
    storage_key_destruction_asked: sentence`key.other_request: Another request is being made at the same time; reload and try again.`,
  },
  async run(change) {
    const { tx, ids, now, actor, audit, reason } = change
    await requireDestroyableKeys(change)
    const [open] = await tx.query(lockRequestedDestruction, {})
    if (open) {
      const before = readDestruction(open)
      if (now < (parseTimestamp(before.expiresAt) ?? 0))
        throw new Refusal(
          'unprocessable',
          sentence`key.destruction_requested: The destruction has already been requested; confirm or withdraw that request.`,
        )
      const record = renderDestruction({ ...before, status: 'withdrawn', endedBy: actor.id, endedAt: iso(now) })
      tx.write(endDestruction, { id: open.id, status: 'withdrawn', record })
      audit(open.id, { action: 'storage.key.destruction.withdraw', before: open.record, after: record })
    }
    const id = ids.next('skd', now)
    const record = renderDestruction({
      id,
      status: 'asked',
      reason: reason ?? '',
      askedBy: actor.id,
      askedAt: iso(now),
      expiresAt: iso(now + destructionConfirmationTime),
      endedBy: null,
      endedAt: null,
    })
    tx.write(insertDestruction, { id, askedBy: actor.id, hands: principalsOf(actor), record })
    audit(id, { after: record })
    return new Rendered(record)
  },
})
