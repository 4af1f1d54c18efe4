import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { presentDataKey, StorageKey } from './data-key.ts'
import { selectDataKeys } from './queries.ts'

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
      read: at => call.read(selectDataKeys, { ...at }),
      render: row => JSON.stringify(presentDataKey(row)),
    }),
})
