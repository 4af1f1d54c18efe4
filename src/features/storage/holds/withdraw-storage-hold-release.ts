import { changeEndpoint } from '#http/endpoint.ts'
import { lockHoldForChange, nextHoldStatus, writeHold } from './change-hold.ts'
import { HoldParams, holdSurface, noReleaseRequest, readHold, StorageHold } from './hold.ts'

export const withdrawStorageHoldRelease = changeEndpoint({
  name: 'withdrawStorageHoldRelease',
  summary: 'Withdraw the request to release a hold; open to any administrator',
  tag: 'Storage holds',
  method: 'POST',
  ...holdSurface('/{holdId}/release/withdraw'),
  status: 200,
  action: 'storage.hold.release.withdraw',
  params: HoldParams,
  response: StorageHold,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params }) {
    const row = await lockHoldForChange(change, params.holdId)
    const status = nextHoldStatus(readHold(row).status, 'withdraw')
    return writeHold(change, row, { status, ...noReleaseRequest })
  },
})
