import { checkSealedValues } from './check-sealed-values.ts'
import { exportSecurityEvents } from './export-security-events.ts'
import { getOperationsOverview } from './get-operations-overview.ts'
import { getSecurityOverview } from './get-security-overview.ts'
import { keepSecurityEvents } from './keep-security-events.ts'
import { listAuditActions } from './list-audit-actions.ts'
import { listAuditEvents } from './list-audit-events.ts'
import { listSecurityEvents } from './list-security-events.ts'

export const audit = {
  endpoints: [
    listAuditEvents,
    listAuditActions,
    listSecurityEvents,
    exportSecurityEvents,
    getSecurityOverview,
    getOperationsOverview,
  ],
  jobs: [checkSealedValues, keepSecurityEvents],
}
