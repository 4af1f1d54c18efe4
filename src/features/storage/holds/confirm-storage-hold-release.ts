import { changing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { principalsOf, share } from '#api/four-eyes.ts'
import { iso, parseTimestamp } from '#lib/clock.ts'
import { idTime } from '#lib/ids.ts'
import { lockedHold, nextHoldStatus, writeHold } from './change-hold.ts'
import { HoldParams, holdSurface, readHold, StorageHold } from './hold.ts'

/**
 * The workspace's setting that lets people decide alone does not apply, and nobody confirms who was added after the
 * request: as for the destruction of keys.
 */
export const confirmStorageHoldRelease = changing({
  name: 'confirmStorageHoldRelease',
  summary: 'Release a hold for good; for another administrator than the one who asked',
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
    const row = await lockedHold(change, params.holdId)
    const before = readHold(row)
    const status = nextHoldStatus(before.status, 'confirm')
    if (share(principalsOf(actor), [before.releaseAskedBy ?? '']))
      throw new Refusal('unprocessable', 'Whoever asked for it does not confirm it (four eyes).')
    if (idTime(actor.id) >= (parseTimestamp(before.releaseAskedAt ?? '') ?? 0))
      throw new Refusal('unprocessable', 'Whoever was added after the request does not confirm it (four eyes).')
    if (now >= (parseTimestamp(before.releaseExpiresAt ?? '') ?? 0))
      throw new Refusal('unprocessable', 'The request has expired; ask again.')
    return writeHold(change, row, { status, releasedBy: actor.id, releasedAt: iso(now) })
  },
})
