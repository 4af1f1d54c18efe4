import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { versioned } from '#http/version.ts'
import { versionOfHold } from './change-hold.ts'
import { HoldParams, holdSurface, holdTag, StorageHold, showHold } from './hold.ts'
import { findHold } from './queries.ts'

export const getStorageHold = readEndpoint({
  name: 'getStorageHold',
  summary: 'Get a hold, including who placed and released it',
  tag: 'Storage holds',
  ...holdSurface('/{holdId}', 'auditor'),
  params: HoldParams,
  response: StorageHold,
  version: versionOfHold,
  errors: ['not_found'],
  async run({ read }, { params }) {
    const row = firstOrNotFound(await read(findHold, { id: params.holdId }), 'hold')
    return versioned(showHold(row), holdTag(row))
  },
})
