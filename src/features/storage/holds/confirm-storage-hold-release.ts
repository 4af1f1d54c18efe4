import { changeEndpoint } from '#http/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { requireAnotherAdministrator } from '#shared/another-administrator.ts'
import { lockHoldForChange, nextHoldStatus, writeHold } from './change-hold.ts'
import { HoldParams, holdSurface, readHold, StorageHold } from './hold.ts'

export const confirmStorageHoldRelease = changeEndpoint({
  name: 'confirmStorageHoldRelease',
  summary: 'Release a hold permanently; requires a different administrator from the one who requested it',
  tag: 'Storage holds',
  method: 'POST',
  ...holdSurface('/{holdId}/release/confirm'),
  confirm: true,
  status: 200,
  action: 'storage.hold.release.confirm',
  params: HoldParams,
  response: StorageHold,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params }) {
    const { now, actor } = change
    const row = await lockHoldForChange(change, params.holdId)
    const before = readHold(row)
    const status = nextHoldStatus(before.status, 'confirm')
    await requireAnotherAdministrator(change, {
      by: before.releaseAskedBy ?? '',
      hands: row.release_hands ?? null,
      at: before.releaseAskedAt ?? '',
      expiresAt: before.releaseExpiresAt ?? '',
    })
    return writeHold(change, row, { status, releasedBy: actor.id, releasedAt: iso(now) })
  },
})
