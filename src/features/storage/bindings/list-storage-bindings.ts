import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { bindingSurface, StorageBinding, showBinding } from './binding.ts'
import { listBindings as statement } from './binding-queries.ts'

export const listStorageBindings = reading({
  name: 'listStorageBindings',
  summary: 'List storage bindings, newest first',
  tag: 'Storage',
  ...bindingSurface('', 'auditor'),
  query: Type.Object(pageQuery),
  response: Type.Object({ storageBindings: Type.Array(StorageBinding), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) =>
    answerPage(call, {
      endpoint: 'listStorageBindings',
      plural: 'storageBindings',
      read: async at =>
        (await call.read(statement, at)).map(row => ({ id: row.id, record: JSON.stringify(showBinding(row)) })),
      filters: {},
      query,
    }),
})
