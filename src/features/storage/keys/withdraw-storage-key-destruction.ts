import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { KeyDestruction, readDestruction, renderDestruction } from './destruction.ts'
import { endDestruction, lockRequestedDestruction } from './queries.ts'

export const withdrawStorageKeyDestruction = changeEndpoint({
  name: 'withdrawStorageKeyDestruction',
  summary: 'Withdraw the request to destroy the keys of stored files; open to any administrator',
  tag: 'Storage keys',
  method: 'POST',
  workspace: { path: '/storage-keys/destruction/withdraw', roles: ['admin'] },
  status: 200,
  action: 'storage.key.destruction.withdraw',
  response: KeyDestruction,
  errors: ['not_found'],
  async run({ tx, now, actor, audit }) {
    const row = firstOrNotFound(await tx.query(lockRequestedDestruction, {}), 'open request')
    const ended = { status: 'withdrawn', endedBy: actor.id, endedAt: iso(now) } as const
    const record = renderDestruction({ ...readDestruction(row), ...ended })
    tx.write(endDestruction, { id: row.id, status: 'withdrawn', record })
    audit(row.id, { before: row.record, after: record })
    return new Rendered(record)
  },
})
