import { Type } from 'typebox'
import { search } from '#family/search.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery } from '#http/page.ts'
import { Pagination, Reference } from '#http/schema.ts'
import { type HoldRow, holdSurface, StorageHold, showHold } from './hold.ts'
import { claimTitleOf } from './queries.ts'

const find = search<HoldRow>({
  table: 'retention_hold',
  columns: `${claimTitleOf('t')} as claim_title`,
  filters: { claimId: 'claim_id', status: 'status' },
  indexes: [{ by: ['claimId'] }, { by: ['status'] }, { by: [] }],
})

const endpoint = 'listStorageHolds'

export const listStorageHolds = readEndpoint({
  name: endpoint,
  summary: 'List holds, newest first',
  tag: 'Storage holds',
  ...holdSurface('', 'auditor'),
  query: Type.Object({
    claimId: Type.Optional(Reference('gec')),
    status: Type.Optional(StorageHold.properties.status),
    ...pageQuery,
  }),
  response: Type.Object({ storageHolds: Type.Array(StorageHold), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run(call, { query: { cursor, limit, ...filterValues } }) {
    const query = { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) }
    return find(call, { endpoint, plural: 'storageHolds', query, filterValues, render: showHold })
  },
})
