import { eraseAuditFields } from './erase-audit-fields.ts'
import { getLedgerConsistency } from './get-ledger-consistency.ts'
import { getLedgerOverview } from './get-ledger-overview.ts'
import { getLedgerProof } from './get-ledger-proof.ts'
import { getLedgerTile } from './get-ledger-tile.ts'
import { getLedgerVerification } from './get-ledger-verification.ts'
import { requestLedgerVerification } from './request-ledger-verification.ts'
import { sealLedger } from './seal-ledger.ts'
import { verifyLedger } from './verify-ledger.ts'

export const ledger = {
  endpoints: [
    getLedgerOverview,
    getLedgerProof,
    getLedgerConsistency,
    getLedgerTile,
    requestLedgerVerification,
    getLedgerVerification,
    eraseAuditFields,
  ],
  jobs: [sealLedger, verifyLedger],
}
