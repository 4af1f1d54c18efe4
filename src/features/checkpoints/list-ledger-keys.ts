import { paged } from '#family/paged.ts'
import { LedgerKey, toLedgerKey } from './ledger-key.ts'
import { selectLedgerKeys } from './queries.ts'

export const listLedgerKeys = paged({
  name: 'listLedgerKeys',
  summary: 'List the keys that sign checkpoints and bundles, newest first',
  tag: 'Ledger',
  v1: { path: '/governance/ledger/keys', scope: 'governance.ledger:read' },
  workspace: { path: '/ledger/keys', roles: ['admin', 'auditor'] },
  plural: 'ledgerKeys',
  of: LedgerKey,
  read: (call, at) => call.read(selectLedgerKeys, at),
  show: ({ record: _, ...row }) => toLedgerKey(row),
})
