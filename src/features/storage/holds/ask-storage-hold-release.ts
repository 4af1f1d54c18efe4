import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { iso, parseTimestamp } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { lockHoldForChange, nextHoldStatus, writeHold } from './change-hold.ts'
import { HoldParams, holdSurface, readHold, releaseConfirmationTime, StorageHold } from './hold.ts'

/** An expired request does not prevent a new one. */
export const askStorageHoldRelease = changeEndpoint({
  name: 'askStorageHoldRelease',
  summary: 'Request the release of a hold, which stays in force until another administrator confirms',
  tag: 'Storage holds',
  method: 'POST',
  ...holdSurface('/{holdId}/release'),
  confirm: true,
  status: 200,
  action: 'storage.hold.release.ask',
  params: HoldParams,
  response: StorageHold,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params }) {
    const { now, actor, reason } = change
    const row = await lockHoldForChange(change, params.holdId)
    const before = readHold(row)
    const status = nextHoldStatus(before.status, 'ask')
    if (before.status === 'releasing' && now < (parseTimestamp(before.releaseExpiresAt ?? '') ?? 0))
      throw new Refusal(
        'unprocessable',
        sentence`hold.release_requested: A release has already been requested; confirm or withdraw that request.`,
      )
    const request = {
      status,
      releaseReason: reason ?? '',
      releaseAskedBy: actor.id,
      releaseAskedAt: iso(now),
      releaseExpiresAt: iso(now + releaseConfirmationTime),
    }
    return writeHold(change, row, request, { hands: principalsOf(actor) })
  },
})
