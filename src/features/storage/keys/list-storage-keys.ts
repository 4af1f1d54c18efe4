import { Type } from 'typebox'
import { reading } from '#api/endpoint.ts'
import { answerPage, pageQuery } from '#api/page.ts'
import { Pagination } from '#api/schema.ts'
import { presentKey, StorageKey } from './data-key.ts'
import { listKeys } from './queries.ts'

export const listStorageKeys = reading({
  name: 'listStorageKeys',
  summary: 'List the generations of the key that files are encrypted with, newest first',
  tag: 'Storage keys',
  workspace: { path: '/storage-keys', roles: ['admin', 'auditor'] },
  query: Type.Object(pageQuery),
  response: Type.Object({ storageKeys: Type.Array(StorageKey), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) =>
    answerPage(call, {
      endpoint: 'listStorageKeys',
      plural: 'storageKeys',
      query,
      filters: {},
      read: at => call.read(listKeys, { ...at }),
      render: row => JSON.stringify(presentKey(row)),
    }),
})
