import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { LedgerKey, toLedgerKey } from './ledger-key.ts'
import { selectLedgerKeys } from './queries.ts'

export const listLedgerKeys = reading({
  name: 'listLedgerKeys',
  summary: 'List the keys that sign checkpoints and bundles, newest first',
  tag: 'Ledger',
  v1: { path: '/governance/ledger/keys', scope: 'governance.ledger:read' },
  workspace: { path: '/ledger/keys', roles: ['admin', 'auditor'] },
  query: Type.Object(pageQuery),
  response: Type.Object({ ledgerKeys: Type.Array(LedgerKey), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) =>
    answerPage(call, {
      endpoint: 'listLedgerKeys',
      plural: 'ledgerKeys',
      query,
      filters: {},
      read: page => call.read(selectLedgerKeys, { ...page }),
      render: ({ record: _, ...row }) => JSON.stringify(toLedgerKey(row)),
    }),
})
